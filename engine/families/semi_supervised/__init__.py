"""Few labels: answers taken for labels where they are sure, and questions where they are not."""
