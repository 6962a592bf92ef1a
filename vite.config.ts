import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vite'
import { markdown } from './tools/markdown.ts'
import { oldestBrowsers } from './tools/oldest-browsers.ts'
import { chunksOfDrawnPages, preRendered } from './tools/pre-rendering.ts'
import { verifier } from './tools/verifier.ts'

const port = Number(process.env.PORT ?? 3000)

export default defineConfig({
  root: join(import.meta.dirname, 'web'),
  publicDir: 'core/public',
  plugins: [
    react(),
    mantineInParts(),
    mantineStyles(),
    fontPreload(),
    preRendered(),
    verifier(),
    markdown(),
    compressed(),
  ],
  // React has this built in. The router's store imports a shim for older versions.
  resolve: {
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  build: {
    // tools/build-web.ts passes the folder and the base address.
    assetsDir: '',
    target: [...oldestBrowsers],
    emptyOutDir: true,
    // The content security policy allows no data: fonts or scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One file for the start, one for each pre-rendered page, and one for code that many pages share. Without groups, a page
    // would need forty files, which compress worse, and a browser asks for six at a time.
    rolldownOptions: {
      output: {
        // Each build has its own folder, so names need no hash. The start lists all names, so hashes would weigh.
        entryFileNames: '[name].js',
        chunkFileNames: '[name].js',
        assetFileNames: '[name][extname]',
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 1 },
            ...chunksOfDrawnPages(),
            { name: 'panel', minShareCount: 12 },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': `http://127.0.0.1:${port}`, '/embed/': `http://127.0.0.1:${port}` },
  },
})

/**
 * Imports each Mantine component from its own module. Through the barrel, Rolldown puts every component used
 * anywhere into one chunk that the first page then loads (rolldown#8920).
 */
function mantineInParts(): Plugin {
  const folder = join(mantineFolder(), 'esm')
  const modules = new Map(
    Array.from(
      readFileSync(join(folder, 'index.mjs'), 'utf8').matchAll(/^import \{ (.+) \} from "(.+)";$/gm),
      ([, names = '', path = '']) =>
        names.split(', ').map((name) => [name, path.startsWith('.') ? join(folder, path) : path] as const),
    ).flat(),
  )
  const importLine = /import\s*\{([^}]+)\}\s*from\s*['"]@mantine\/core['"];?/g
  return {
    name: 'mantine-in-parts',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { code: '@mantine/core' },
      handler(code) {
        return code.replace(importLine, (_, list: string) =>
          list
            .split(',')
            .map((entry) => entry.trim())
            .filter((entry) => entry !== '')
            .map((entry) => {
              const path = modules.get(entry.split(/\s+as\s+/)[0] ?? '')
              if (!path) return this.error(`@mantine/core has no module for ${entry}`)
              return `import { ${entry} } from ${JSON.stringify(path)};`
            })
            .join(''),
        )
      },
    },
  }
}

/**
 * Gives each Mantine component its own styles in a cascade layer. The layers keep the order of Mantine's full
 * stylesheet, in whatever order pages load them.
 */
function mantineStyles(): Plugin {
  const styles = join(mantineFolder(), 'styles')
  const sheet = (name: string) => readFileSync(join(styles, `${name}.css`), 'utf8')
  const names = readdirSync(styles)
    .filter((file) => /^[A-Z]\w+\.css$/.test(file))
    .map((file) => file.replace('.css', ''))
  const whole = readFileSync(join(styles, '../styles.css'), 'utf8')
  const order = names.toSorted((a, b) => whole.indexOf(sheet(a).trim()) - whole.indexOf(sheet(b).trim()))
  let isBuild = true
  return {
    name: 'mantine-styles',
    config: (_, { command }) => {
      isBuild = command === 'build'
    },
    resolveId: {
      filter: { id: /^virtual:mantine/ },
      handler: (id) => id,
    },
    load: {
      filter: { id: /^virtual:mantine/ },
      handler(id) {
        if (!isBuild) return whole.replace(/^/, '@layer mantine {').concat('}')
        const name = id.replace('virtual:mantine-', '').replace('.css', '')
        if (name !== 'base') return `@layer mantine.${name} {${sheet(name)}}`
        const layers = ['base', ...order].map((layer) => `mantine.${layer}`).join(', ')
        return `@layer ${layers};\n@layer mantine.base {${sheet('baseline')}${sheet('global')}}`
      },
    },
    transform: {
      filter: { id: /@mantine\/core\/esm\/.+\.module\.mjs$/ },
      handler(code, id) {
        const name = /(\w+)\.module\.mjs$/.exec(id)?.[1] ?? ''
        if (isBuild && names.includes(name)) return `import 'virtual:mantine-${name}.css';\n${code}`
      },
    },
  }
}

/** Requests the font together with the page, not after its styles. */
function fontPreload(): Plugin {
  let base = '/'
  return {
    name: 'font-preload',
    apply: 'build',
    configResolved: (config) => {
      base = config.base
    },
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((file) => /inter-latin-wght-normal.*\.woff2$/.test(file))
        if (!font) throw new Error('The font is not among the built files')
        const attrs = { rel: 'preload', href: base + font, as: 'font', type: 'font/woff2', crossorigin: true }
        return [{ tag: 'link', attrs, injectTo: 'head-prepend' }]
      },
    },
  }
}

/** Writes `.br` and `.gz` beside each text file, so the server never compresses. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    writeBundle({ dir = '' }) {
      // Also those of web/core/public, which the bundle does not name.
      for (const file of readdirSync(dir).filter((name) => /\.(js|css|html|svg)$/.test(name))) {
        const path = join(dir, file)
        const content = readFileSync(path)
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_LGBLOCK]: constants.BROTLI_MAX_INPUT_BLOCK_BITS,
        }
        writeFileSync(`${path}.br`, brotliCompressSync(content, { params }))
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
      }
    },
  }
}

function mantineFolder(): string {
  const resolved = createRequire(import.meta.url).resolve('@mantine/core/styles.css')
  return dirname(resolved)
}
