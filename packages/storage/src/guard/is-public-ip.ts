import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Not public: "this" network, private, shared, loopback, link-local (with the metadata services), tests, multicast. */
const closed4 = blockList('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]);
/** Only global unicast is public; mapped, unique local and link-local addresses all lie outside of it. */
const open6 = blockList('ipv6', ['2000::/3']);
/** Tunnels, which carry an IPv4 address inside, and documentation. */
const closed6 = blockList('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

/** Whether an IP address may be anywhere on the public internet, and nowhere else. */
export function isPublicIp(ip: string): boolean {
  if (isIPv4(ip)) return !closed4.check(ip, 'ipv4');
  return isIPv6(ip) && open6.check(ip, 'ipv6') && !closed6.check(ip, 'ipv6');
}

function blockList(family: 'ipv4' | 'ipv6', networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix), family);
  }
  return list;
}
