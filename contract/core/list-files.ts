import * as z from 'zod/mini'

/** The formats in which lists of people are exported, with their content types. */
export const listTypes = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const
export type ListFormat = keyof typeof listTypes
export const listFormats = Object.keys(listTypes) as ListFormat[]

/** The query field for the format: CSV (default), or an Excel workbook, which keeps ZIP codes as text. */
export const listFormat = { format: z.optional(z.enum(listFormats, { error: 'csv or xlsx' })) }

/** The content types of a call that exports a list. */
export const listFile = Object.values(listTypes)

/** The most rows of an Excel sheet, including its header. */
export const mostSheetRows = 1_048_576
