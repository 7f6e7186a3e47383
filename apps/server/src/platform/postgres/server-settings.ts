import { statfsSync } from 'node:fs'
import { totalmem } from 'node:os'

const MB = 1024 * 1024

/** The memory available to this process in bytes: the machine's memory, or the container's limit if it is lower. */
export function availableMemory(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

/**
 * Server settings by name. They are passed on the command line at each start. So they depend on the current program and machine instead of
 * a file of an earlier version.
 * @param durable false only for disposable databases in tests
 */
export function serverSettings(memoryBytes: number, durable: boolean): Record<string, string> {
  const share = (part: number, min: number, max: number) =>
    `${Math.round(Math.min(max, Math.max(min, memoryBytes / MB / part)))}MB`
  return {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    // An eighth instead of the usual quarter: analysis processes and the page cache share the machine.
    shared_buffers: durable ? share(8, 64, 4096) : '64MB',
    effective_cache_size: share(2, 128, 65_536),
    maintenance_work_mem: share(32, 32, 512),
    work_mem: share(512, 4, 32),
    max_wal_size: '2GB',
    wal_compression: 'on',
    random_page_cost: '1.1',
    jit: 'off',
    ...(smallSharedMemory() ? { dynamic_shared_memory_type: 'mmap' } : {}),
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    log_line_prefix: '',
    log_checkpoints: 'off',
    // Statements contain personal data. Relevant errors reach the program, which logs them itself.
    log_min_messages: 'warning',
    log_min_error_statement: 'panic',
    // The server notices when a client disappears while its query is running.
    client_connection_check_interval: process.platform === 'linux' ? '10s' : '0',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }),
  }
}

/** Containers often have only 64 MB of /dev/shm, too little for a parallel query. Files in the data folder have no such limit. */
function smallSharedMemory(): boolean {
  if (process.platform !== 'linux') return false
  try {
    const { bsize, blocks } = statfsSync('/dev/shm')
    return bsize * blocks < 256 * MB
  } catch {
    return true
  }
}
