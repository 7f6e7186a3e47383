/** A place in a Hikvision device for a server to which it pushes events. */
export interface HttpHost {
  id: number
  /** Null where nothing is entered. */
  server: { protocol: 'http' | 'https'; host: string; port: number; path: string } | null
}

const MOST_CHARS = 64 * 1024
const MOST_HOSTS = 32
const BLOCK = /<(?:\w{1,20}:)?HttpHostNotification[\s>][\s\S]{0,4000}?<\/(?:\w{1,20}:)?HttpHostNotification>/g
const NOTHING = /^(0\.0\.0\.0|::|)$/

const valueOf = (xml: string, name: string): string =>
  new RegExp(`<(?:\\w{1,20}:)?${name}(?:\\s[^<>]{0,200})?>([^<]{0,500})</`).exec(xml)?.[1]?.trim() ?? ''

const decode = (value: string): string =>
  value
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
const encode = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/**
 * Reads the places of a device (`httpHosts`): cameras answer with a list of some, recorders with one. By the local names of the elements.
 * @returns undefined for what is no such answer, or defines entities
 */
export function readHttpHosts(text: string): HttpHost[] | undefined {
  const xml = text.slice(0, MOST_CHARS)
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) return undefined
  const blocks = [...xml.matchAll(BLOCK)].slice(0, MOST_HOSTS).map(([block]) => block)
  const hosts = blocks.map(readBlock)
  return hosts.length > 0 && hosts.every((host) => host !== undefined) ? hosts : undefined
}

function readBlock(xml: string): HttpHost | undefined {
  const id = valueOf(xml, 'id')
  if (!/^\d{1,3}$/.test(id)) return undefined
  const host = decode(
    [valueOf(xml, 'ipAddress'), valueOf(xml, 'hostName'), valueOf(xml, 'ipv6Address')].find(
      (each) => !NOTHING.test(each),
    ) ?? '',
  )
  if (host === '') return { id: Number(id), server: null }
  return {
    id: Number(id),
    server: {
      protocol: valueOf(xml, 'protocolType').toUpperCase() === 'HTTPS' ? 'https' : 'http',
      host,
      port: Number(/^\d{1,5}$/.exec(valueOf(xml, 'portNo'))?.[0] ?? 80),
      path: decode(valueOf(xml, 'url')),
    },
  }
}

/** What is sent to a device to enter an address into a place, or to empty the place. */
export function writeHttpHost({ id, server }: HttpHost): string {
  const isAddress = server === null || /^[\d.]+$/.test(server.host)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<HttpHostNotification version="2.0" xmlns="http://www.hikvision.com/ver20/XMLSchema">',
    `<id>${id}</id><url>${encode(server?.path ?? '/')}</url>`,
    `<protocolType>${(server?.protocol ?? 'http').toUpperCase()}</protocolType>`,
    '<parameterFormatType>XML</parameterFormatType>',
    `<addressingFormatType>${isAddress ? 'ipaddress' : 'hostname'}</addressingFormatType>`,
    isAddress ? `<ipAddress>${server?.host ?? '0.0.0.0'}</ipAddress>` : `<hostName>${encode(server.host)}</hostName>`,
    `<portNo>${server?.port ?? 80}</portNo><userName></userName>`,
    '<httpAuthenticationMethod>none</httpAuthenticationMethod>',
    '</HttpHostNotification>',
  ].join('\r\n')
}
