import ipaddr from 'ipaddr.js';

/** Whether a host name or an IP address, without a port, means this machine. IPv6 addresses can be in brackets. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '');
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  return ipaddr.isValid(name) && !/^\d+$/.test(name) && ipaddr.process(name).range() === 'loopback';
}
