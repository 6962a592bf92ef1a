/**
 * The settings for a restored backup's first start. Its log is in its folder, and it answers nobody before
 * the log's end.
 */
export const recoverySettings = { restore_command: 'false', hot_standby: 'off' }

/** Settings for a small machine that PostgreSQL shares with its caller. They are on the command line, so no file overrides them. */
export function serverSettings(socketFolder: string, overrides: Record<string, string> = {}): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    max_connections: '100',

    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    // With other methods, macOS flushes only to the drive's cache, which a power cut empties.
    ...(process.platform === 'darwin' ? { wal_sync_method: 'fsync_writethrough' } : {}),
    wal_level: 'replica',
    max_wal_size: '512MB',
    checkpoint_timeout: '5min',

    shared_buffers: '256MB',
    effective_cache_size: '1GB',
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    random_page_cost: '1.1',
    jit: 'off',

    timezone: 'UTC',
    log_timezone: 'UTC',
    log_destination: 'stderr',
    logging_collector: 'off',
    log_line_prefix: '[%b] ',
    log_checkpoints: 'off',
    // Without these, the log would contain refused rows and the values of statements.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    ...overrides,
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
