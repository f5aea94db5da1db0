"""The HTTP half of the service: connections, middleware, requests and responses. Nothing of the product."""
