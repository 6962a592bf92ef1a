import { buildWeb } from './build-web.ts'

if (!buildWeb()) {
  console.error('The web pages could not be built: see the lines above.')
  process.exit(1)
}
await import('#server/main.ts')
