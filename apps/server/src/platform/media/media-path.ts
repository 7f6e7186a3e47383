import { createHash } from 'node:crypto'

/** Shards begin with a sign that no segment of a key begins with, so the way back from path to key is unambiguous. */
const SHARD_MARK = '_'
/** Seven hex digits of a UUIDv7 are about 17 minutes. */
const TIME_DIGITS = 7

/**
 * Where a key lies below the store's root. Between its folder and its name stands a shard, so that no folder grows without end.
 *
 * Names that begin with a UUIDv7 are sharded by its time: what is written together lies together, so a put seldom has to make
 * (and sync) a folder, and retention empties folders whole. Other names are sharded by hash.
 */
export function pathOfKey(key: string): { folder: string; name: string } {
  const cut = key.lastIndexOf('/')
  const name = key.slice(cut + 1)
  return { folder: key.slice(0, cut + 1) + SHARD_MARK + shardOf(name), name }
}

/** The key of a file, given the path of its folder below the root (with `/`) and its name; undefined if none of ours. */
export function keyOfPath(folder: string, name: string): string | undefined {
  const cut = folder.lastIndexOf('/')
  if (folder.slice(cut + 1) !== SHARD_MARK + shardOf(name)) return undefined
  return folder.slice(0, cut + 1) + name
}

/**
 * Whether a folder is a shard by time into which nothing new belongs since a time. Only such ones are removed when they are
 * empty: nobody is about to write there.
 */
export function isPastShard(folder: string, before: Date): boolean {
  const shard = folder.slice(folder.lastIndexOf('/') + 1)
  if (shard.length !== SHARD_MARK.length + TIME_DIGITS || !shard.startsWith(SHARD_MARK)) return false
  // A UUIDv7 begins with twelve hex digits of milliseconds.
  const endMs = (Number.parseInt(shard.slice(SHARD_MARK.length), 16) + 1) * 16 ** (12 - TIME_DIGITS)
  return endMs < before.getTime()
}

function shardOf(name: string): string {
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/.test(name)) return name.slice(0, TIME_DIGITS)
  return createHash('sha256').update(name).digest('hex').slice(0, 2)
}
