import { createHash } from 'node:crypto'

/** The first character of shards. No segment of a key begins with it, so that each path belongs to exactly one key. */
const SHARD_MARK = '_'
/** The number of hex digits of a UUIDv7 that name a time shard. One shard lasts about 17 minutes. */
const TIME_DIGITS = 7

/**
 * The path of a key below the store's root. A shard lies between folder and name, so that no folder grows without limit.
 *
 * Names that begin with a UUIDv7 are sharded by its time. Files written at the same time are then in the same folder, so a put rarely has
 * to create (and sync) a folder, and retention empties whole folders. Other names are sharded by hash.
 */
export function pathOfKey(key: string): { folder: string; name: string } {
  const cut = key.lastIndexOf('/')
  const name = key.slice(cut + 1)
  return { folder: key.slice(0, cut + 1) + SHARD_MARK + shardOf(name), name }
}

/** The key of a file, from its folder's path below the root (with `/`) and its name; undefined if it is not a file of the store. */
export function keyOfPath(folder: string, name: string): string | undefined {
  const cut = folder.lastIndexOf('/')
  if (folder.slice(cut + 1) !== SHARD_MARK + shardOf(name)) return undefined
  return folder.slice(0, cut + 1) + name
}

/**
 * Whether a folder is a time shard whose period ended before a given time. Only such folders are removed when they are empty, since no
 * writer needs them any more.
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
