import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin, ResolvedConfig, Rolldown } from 'vite'
import { build } from 'vite'
import { defaultPortalName, portalNamePlace } from '../contract/core/portal-name.ts'
import { pages } from '../web/pre-rendered-pages.ts'

/** The program of web/pre-rendered.tsx, and its files. */
interface Drawing {
  render(path: string): Promise<{ head: string; body: string }>
  bundle: Rolldown.OutputBundle
}

/**
 * Renders pages during the build, as files below `pages/`, so that they are visible before any script has loaded. The
 * program that renders stays in `drawing/`, for the server.
 */
export function preRendered(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'pre-rendered',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    configResolved: (resolved) => {
      config = resolved
    },
    async writeBundle({ dir = '' }, bundle) {
      const built = String((bundle['index.html'] as Rolldown.OutputAsset).source)
      const template = built.replaceAll(defaultPortalName, portalNamePlace)
      const folder = join(dir, 'drawing')
      const { render, bundle: drawing } = await buildDrawing(config, folder)
      for (const { path, code } of pages) {
        // The server draws pages with data.
        const { head, body } = path.includes('$') ? { head: '', body: '' } : await render(path)
        const modules = code.map((file) => join(config.root, file))
        const own = filesOf(modules, bundle).filter((file) => !template.includes(file))
        const file = join(dir, 'pages', `${path}.html`)
        await mkdir(dirname(file), { recursive: true })
        await writeFile(
          file,
          withPage(template, head + own.map((name) => link(config.base + name)).join(''), body),
        )
      }
      await keepDrawingOfServer(config.root, folder, drawing)
      // Any other page may be for a signed-in person, so it first reads who that is.
      const session = filesOf([join(config.root, 'core/session/kept-session.ts')], bundle)
      const links = session.map((name) => link(config.base + name)).join('')
      await writeFile(join(dir, 'index.html'), template.replace('</head>', `${links}</head>`))
    },
  }
}

/**
 * Puts a pre-rendered page's code besides the start into one file. Code of several pages goes into the first
 * one's file, so that each of these pages loads few files.
 */
export function chunksOfDrawnPages() {
  let needs: Map<string, string> | undefined
  return pages.map(({ path }) => ({
    debugName: path,
    name(id: string, graph: Rolldown.ChunkingContext) {
      needs ??= new Map(
        pages.toReversed().flatMap((page) => importedBy(page.code, graph).map((each) => [each, page.path])),
      )
      return needs.get(id) === path ? path.slice(1).replaceAll('/', '-') : null
    },
  }))
}

/** Lists these files of web/ and all their static imports. */
function importedBy(code: string[], graph: Rolldown.ChunkingContext): string[] {
  const found = new Set(code.map((file) => join(import.meta.dirname, '../web', file)))
  for (const id of found) {
    const imported = graph.getModuleInfo(id)?.importedIds ?? []
    // The bundler adds a package's used modules itself. The package's index would name all of them.
    for (const next of imported.filter((each) => !each.includes('/node_modules/'))) found.add(next)
  }
  return [...found]
}

async function buildDrawing({ configFile, root, base }: ResolvedConfig, folder: string): Promise<Drawing> {
  const built = await build({
    root,
    base,
    // The browsers' build reports warnings. Here many files are missing on purpose.
    logLevel: 'error',
    ...(configFile && { configFile }),
    build: { ssr: join(root, 'pre-rendered.tsx'), outDir: folder, copyPublicDir: false },
    // The browser variants of all packages, so that both render the same.
    ssr: {
      noExternal: true,
      resolve: { conditions: ['browser', 'module', 'import', 'production', 'default'] },
    },
  })
  const drawing = await import(pathToFileURL(join(folder, 'pre-rendered.js')).href)
  return { render: drawing.render, bundle: bundleOf(built) }
}

function bundleOf(built: Awaited<ReturnType<typeof build>>): Rolldown.OutputBundle {
  const outputs = 'output' in built ? [built] : built
  if (!Array.isArray(outputs)) throw new Error('The build of the drawing watches')
  return Object.fromEntries(outputs.flatMap(({ output }) => output).map((file) => [file.fileName, file]))
}

/** Leaves only the files with which the server draws pages. */
async function keepDrawingOfServer(
  root: string,
  folder: string,
  bundle: Rolldown.OutputBundle,
): Promise<void> {
  const code = pages.filter(({ path }) => path.includes('$')).flatMap((page) => page.code)
  const modules = ['pre-rendered.tsx', ...code].map((file) => join(root, file))
  const kept = filesOf(modules, bundle)
  const others = Object.keys(bundle).filter((file) => !kept.includes(file))
  await Promise.all(others.map((file) => rm(join(folder, file), { force: true })))
}

function withPage(template: string, head: string, body: string): string {
  return template
    .replace(/<title>.*<\/title>/, '')
    .replace('</head>', () => `${head}</head>`)
    .replace('<div id="root">', (root) => root + body)
}

/** Returns the modules' scripts and styles, with all their imports. */
function filesOf(modules: string[], bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const needed = new Set(
    modules.map((module) => {
      const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(module))
      if (!chunk) throw new Error(`${module} is not among the built files`)
      return chunk
    }),
  )
  // Iterating a set includes entries added during the loop.
  for (const { imports } of needed) {
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) needed.add(chunk)
  }
  const styles = Array.from(needed, ({ viteMetadata }) => Array.from(viteMetadata?.importedCss ?? []))
  return [...new Set(styles.flat()), ...Array.from(needed, ({ fileName }) => fileName)]
}

// The page's files load together with the start, not after it.
function link(address: string): string {
  const rel = address.endsWith('.css') ? 'stylesheet' : 'modulepreload'
  return `<link rel="${rel}" crossorigin href="${address}">`
}
