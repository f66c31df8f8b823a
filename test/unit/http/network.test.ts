import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Network, networkOf, networkOfHost } from '../../../src/core/http/network.ts';

const addresses: Readonly<Record<Network, string>> = {
  loopback:
    '127.0.0.0 127.255.255.255 ::1 0:0:0:0:0:0:0:1 ::ffff:127.0.0.1 ::ffff:7f00:1 64:ff9b::127.0.0.1 2002:7f00:1::5 ::127.0.0.1 ::ffff:0:127.0.0.1',
  private:
    '10.0.0.0 10.255.255.255 172.16.0.0 172.31.255.255 192.168.0.0 192.168.255.255 100.64.0.0 100.127.255.255 fc00:: fdff:ffff::1 fec0::1 feff::1 ::ffff:10.1.2.3 64:ff9b::a00:1 2002:c0a8:101::',
  closed:
    '0.0.0.0 0.255.255.255 169.254.0.0 169.254.169.254 169.254.255.255 192.0.0.8 192.0.2.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.255 224.0.0.1 240.0.0.1 255.255.255.255 :: fe80::1 febf::1 fe80::1%eth0 ff02::1 100::1 2001::1 2001:db8::1 64:ff9b:1::1 ::ffff:169.254.169.254 64:ff9b::a9fe:a9fe ::ffff:0.0.0.0 nonsense 127.1',
  public:
    '1.1.1.1 9.255.255.255 11.0.0.0 126.255.255.255 128.0.0.0 172.15.255.255 172.32.0.0 192.167.255.255 192.169.0.0 100.63.255.255 100.128.0.0 169.253.255.255 169.255.0.0 198.17.255.255 198.20.0.0 223.255.255.255 2606:4700::1111 2001:4860::8888 fbff::1 ::ffff:8.8.8.8 64:ff9b::808:808 2002:808:808::',
};

for (const [network, list] of Object.entries(addresses))
  test(`addresses that are ${network} are known as such, at both ends of their ranges`, () => {
    for (const address of list.split(' ')) assert.equal(networkOf(address), network, address);
  });

test('a host says where it is only if its form does; a name of the internet may lead anywhere', () => {
  const hosts: Readonly<Record<string, Network | undefined>> = {
    localhost: 'loopback',
    'LOCALHOST.': 'loopback',
    'a.b.localhost': 'loopback',
    '[::1]': 'loopback',
    '[fd00::1]': 'private',
    '10.0.0.1': 'private',
    intranet: 'private',
    'nas.local': 'private',
    'sso.corp.internal.': 'private',
    'router.home.arpa': 'private',
    'example.com': undefined,
    'local.example.com': undefined,
    'notlocalhost.com': undefined,
    '127.0.0.1.nip.io': undefined,
  };
  for (const [host, network] of Object.entries(hosts)) assert.equal(networkOfHost(host), network, host);
});

test('a URL has one form for an IPv4 address, however it is written', () => {
  for (const host of ['2130706433', '0x7f000001', '0177.0.0.1', '127.1', '0x7f.0.0.1', '１２７.0.0.1', '127。0。0。1'])
    assert.equal(networkOfHost(new URL(`http://${host}/`).hostname), 'loopback', host);
});
