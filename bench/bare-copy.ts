import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { readConfig } from '#server/config.ts'
import { copyOf } from '#server/core/db/copied-rows.ts'
import { openDatabase } from '#server/core/db/database.ts'
import { exportQuery } from '#server/registrations/registration-lists/registration-list-file.ts'
import type { Tables } from '#server/tables.generated.ts'
import { started } from './servers.ts'

/** The yardstick: COPY … TO STDOUT of the export's query, read and discarded; once per message. */
const { connection } = await started()
const { db, close } = openDatabase<Tables>(connection)
const config = readConfig({ PUBLIC_URL: 'http://localhost:3000' })
const statement = copyOf(await exportQuery({ db, config, clock: () => new Date() }, {}).finally(close))
const client = new pg.Client(connection)
await client.connect()
process.on('message', async () => {
  let bytes = 0
  for await (const chunk of client.query(copyTo(statement))) bytes += chunk.length
  process.send?.({ bytes })
})
process.send?.({ port: 0 })
