"""Measurements that take long."""
