import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { DatabaseMetadata } from 'kysely-codegen'
import {
  ArrayExpressionNode,
  GenericExpressionNode,
  generate,
  IdentifierNode,
  PostgresDialect,
  RawExpressionNode,
  UnionExpressionNode,
} from 'kysely-codegen'

/** Types unknown to the database, and the files that declare them. */
const declared = {
  Activity: '#contract/foundation/activities/calls.ts',
  ActivityDetails: '#server/stored-json.ts',
  BulkTrace: '#server/stored-json.ts',
  ImportField: '#contract/office/imports/columns.ts',
  ImportKind: '#contract/office/imports/columns.ts',
  ImportTrace: '#server/stored-json.ts',
  ImportVerdict: '#contract/office/imports/calls.ts',
  DashboardFigures: '#contract/office/dashboard/calls.ts',
  MailedEvent: '#server/core/mail/mail.ts',
  MergeTrace: '#server/stored-json.ts',
  Figures: '#contract/events/credit-rules/figures.ts',
  RecountDifference: '#server/stored-json.ts',
  PlainDate: '#contract/core/plain-dates.ts',
  PlainTime: '#contract/core/plain-dates.ts',
  Profile: '#contract/people/users/profiles.ts',
  SlotBreak: '#contract/events/slots/breaks.ts',
  StatedAgenda: '#contract/events/slots/agendas.ts',
  StatedTotal: '#server/stored-json.ts',
  StoredAction: '#server/stored-json.ts',
  StoredEvidence: '#contract/counting/hours/findings.ts',
  StoredFinding: '#contract/counting/hours/findings.ts',
  SyncFigures: '#contract/webinars/webinars/calls.ts',
  QuestionFacts: '#contract/counting/credit-findings/calls.ts',
}

const json = (type: string) => new GenericExpressionNode('JSONColumnType', [new RawExpressionNode(type)])
const jsonOf = (type: keyof typeof declared) =>
  new GenericExpressionNode('JSONColumnType', [new IdentifierNode(type)])
const listOf = (type: keyof typeof declared) =>
  new GenericExpressionNode('JSONColumnType', [new ArrayExpressionNode(new IdentifierNode(type))])
const dayHours = json('{ on: PlainDate; hours: number }[]')
const readOnly = (type: string) => new RawExpressionNode(`ColumnType<${type}, never, never>`)

/** Columns whose type says more than the database does: JSON's content, and what the database writes itself. */
const overrides = {
  'account_merges.trace': jsonOf('MergeTrace'),
  'activities.activity': new IdentifierNode('Activity'),
  'activities.details': new GenericExpressionNode('Generated', [jsonOf('ActivityDetails')]),
  'attendance_readings.totals': new GenericExpressionNode('Generated', [listOf('StatedTotal')]),
  'attendance_reports.bytes_hash': readOnly('Buffer | null'),
  'attendance_reports.sources': json('{ address: string; body: string }[]'),
  'bulk_job_items.trace': jsonOf('BulkTrace'),
  'bulk_jobs.action': jsonOf('StoredAction'),
  'certificates.by_day': dayHours,
  'credit_counts.subjects': new GenericExpressionNode('Generated', [
    json('{ subject: string; name: string; by: string }[]'),
  ]),
  'credit_findings.finding': jsonOf('StoredFinding'),
  'credit_findings.input': jsonOf('StoredEvidence'),
  'credits.by_day': dayHours,
  'credit_rules.figures': jsonOf('Figures'),
  'credit_waits.about': new GenericExpressionNode('Generated', [jsonOf('QuestionFacts')]),
  'dashboards.figures': jsonOf('DashboardFigures'),
  'event_slots.breaks': new GenericExpressionNode('Generated', [listOf('SlotBreak')]),
  'identity_codes.profile': jsonOf('Profile'),
  'identity_keys.private_jwk': json('object'),
  'import_rows.outcome': new UnionExpressionNode([
    new IdentifierNode('ImportVerdict'),
    new RawExpressionNode('null'),
  ]),
  'import_rows.trace': new GenericExpressionNode('Generated', [jsonOf('ImportTrace')]),
  'imports.columns': new GenericExpressionNode('JSONColumnType', [
    new ArrayExpressionNode(
      new UnionExpressionNode([new IdentifierNode('ImportField'), new RawExpressionNode('null')]),
    ),
  ]),
  'imports.kind': new IdentifierNode('ImportKind'),
  'mails.event': jsonOf('MailedEvent'),
  'registrations.credited_days': readOnly('{ on: PlainDate; hours: number }[] | null'),
  'registrations.hours': readOnly('number'),
  'signing_keys.private_jwk': json('object'),
  'slot_recounts.differences': listOf('RecountDifference'),
  'slot_agendas.hours': new UnionExpressionNode([jsonOf('StatedAgenda'), new RawExpressionNode('null')]),
  'users.search_text': readOnly('string'),
  'webinar_comparisons.times_there': json('{ startsAt: string; endsAt: string }[]'),
  'webinar_syncs.figures': jsonOf('SyncFigures'),
}

/** Returns a TypeScript file with all tables' row types and column names, in our spelling. */
export async function writtenTables(db: Kysely<unknown>): Promise<string> {
  const dialect = new PostgresDialect()
  // As the parsers in server/core/db/database.ts give them.
  for (const [type, name] of [
    ['int8', 'number'],
    ['timestamptz', 'Date'],
    ['date', 'PlainDate'],
    ['time', 'PlainTime'],
  ] as const) {
    dialect.adapter.scalars[type] = new IdentifierNode(name)
  }
  let metadata: DatabaseMetadata | undefined
  const types = await generate({
    camelCase: true,
    customImports: declared,
    db,
    dialect,
    // The others belong to the queue, or to machinery that does not use the typed queries.
    includePattern: 'public.!(limits|mail_turns|migrations)',
    outFile: null,
    overrides: { columns: overrides },
    postprocess: async (read) => {
      metadata = await withChoices(db, read.metadata)
      return metadata
    },
    skipAutogeneratedFileComment: true,
  })
  return [
    '// Written by `npm run schema` from what the migrations make. Do not edit it.\n',
    types.replace('interface DB', 'interface Tables').replaceAll(/\/\*\*\n *\* (.*)\n *\*\//g, '/** $1 */'),
    '/** Every column of each table, for queries that read whole rows: a prepared `select *` fails after a migration. */',
    'export const columns = {',
    ...(metadata as DatabaseMetadata).tables.map(
      ({ name, columns }) =>
        `  ${ourSpelling(name)}: [${columns.map((column) => `'${ourSpelling(column.name)}'`).join(', ')}],`,
    ),
    '} as const satisfies { [Table in keyof Tables]: readonly (keyof Tables[Table])[] };\n',
  ].join('\n')
}

/** Adds the values that a check constraint allows, so that the type is their union. */
async function withChoices(db: Kysely<unknown>, metadata: DatabaseMetadata): Promise<DatabaseMetadata> {
  const { rows } = await sql<{ table: string; check: string }>`
    select conrelid::regclass::text as "table", pg_get_constraintdef(oid, true) as "check" from pg_constraint
    where contype = 'c' and connamespace = 'public'::regnamespace`.execute(db)
  for (const { table, check } of rows) {
    const [, name, list] = /^CHECK \((\w+) = ANY \(ARRAY\[(.+)\]\)\)$/.exec(check) ?? []
    const column = metadata.tables
      .find((each) => each.name === table)
      ?.columns.find((each) => each.name === name)
    const values = list?.split(', ').map((value) => /^'(.+)'::text$/.exec(value)?.[1] ?? Number(value))
    if (column && values) Object.assign(column, { enumValues: values })
  }
  return metadata
}

/** `start_on` is `startOn`. */
function ourSpelling(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}
