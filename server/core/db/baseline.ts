import type { SchemaFile } from './schema-file.ts'

/** The last commit that has the migrations of earlier versions. */
const lastUpgrade = '68b01b01887a70e1c5b66104b51c6c31cac5578b'

/** The refusal of data from an earlier version. */
export const earlierData = `The data is from an earlier version of the portal, which this one cannot upgrade: start commit ${lastUpgrade} on it first, or restore the backup with that commit, and then start this one.`

/**
 * Returns the last migration without a file: data that lacks it is from an earlier version. '' if every
 * migration has a file.
 */
export function baselineOf(
  { migrations }: Pick<SchemaFile, 'migrations'>,
  files: { name: string }[],
): string {
  const [first = ''] = migrations.keys()
  return files.some(({ name }) => name === first) ? '' : first
}
