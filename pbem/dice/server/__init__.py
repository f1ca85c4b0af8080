"""The dice authority as a service that a club can run, and its pages for humans."""
