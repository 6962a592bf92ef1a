// One address with hot reload: Vite serves the pages and proxies calls to the server, one port up.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'vite'
import { endWithParent } from '#server/core/parent-watch.ts'
import { mailPreview, previewPath } from './mail-preview.ts'

if (existsSync('.env')) process.loadEnvFile()
const host = process.env.HOST ?? '127.0.0.1'
const port = Number(process.env.PORT ?? 3000)
const target = `http://${host}:${port + 1}`

const web = await createServer({
  plugins: [mailPreview()],
  server: { host, port, strictPort: true, proxy: { '/api': target } },
})
await web.listen()
const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
  stdio: 'inherit',
  env: { PUBLIC_URL: `http://localhost:${port}`, ...process.env, HOST: host, PORT: String(port + 1) },
})
web.printUrls()
console.log(`  Every mail of the product: http://localhost:${port}${previewPath}`)

endWithParent(() => server.kill('SIGTERM'))
server.on('exit', async () => {
  await web.close()
  process.exit()
})
