import type { Plugin, ViteDevServer } from 'vite'
import { escapeHtml } from '#server/core/escape-html.ts'
import type * as layout from '#server/core/mail/mail-layout.ts'
import type * as samples from './mail-samples.ts'

export const previewPath = '/mail-preview'

/** Shows every email of the product, as HTML and as text. A reload shows the current sources. */
export function mailPreview(): Plugin {
  return {
    name: 'mail-preview',
    apply: 'serve',
    configureServer(vite) {
      vite.middlewares.use(previewPath, (_request, response, next) => {
        previewPage(vite).then((page) => {
          response.setHeader('content-type', 'text/html; charset=utf-8')
          response.end(page)
        }, next)
      })
    },
  }
}

async function previewPage(vite: ViteDevServer): Promise<string> {
  const { mailSamples } = await load<typeof samples>(vite, './mail-samples.ts')
  const { layOutMail } = await load<typeof layout>(vite, '../server/core/mail/mail-layout.ts')
  const mails = Object.values(mailSamples).flatMap((forms) =>
    Object.entries(forms).map(([name, content]) => ({ name, ...layOutMail(content) })),
  )
  const contents = mails.map(({ name }, place) => `<li><a href="#mail-${place}">${escapeHtml(name)}</a></li>`)
  const articles = mails.map(
    ({ name, subject, html, text }, place) => `<article id="mail-${place}">
<h2>${escapeHtml(name)}</h2><p>${escapeHtml(subject)}</p>
<div>${frame(name, html, 'light')}${frame(name, html, 'dark')}<pre>${escapeHtml(text)}</pre></div></article>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mails</title><style>${style}</style></head>
<body><nav><h1>Mails</h1><label><input type="checkbox"> In the dark</label><ol>${contents.join('')}</ol></nav><main>${articles.join('')}</main></body></html>`
}

/** Renders an email for one color scheme, whatever this browser prefers. */
function frame(name: string, html: string, scheme: 'light' | 'dark'): string {
  const drawn = html.replace('(prefers-color-scheme:dark)', scheme === 'dark' ? 'all' : 'not all')
  return `<iframe class="${scheme}" title="${escapeHtml(`${name}, ${scheme}`)}" sandbox srcdoc="${escapeHtml(drawn)}"></iframe>`
}

function load<Module>(vite: ViteDevServer, file: string): Promise<Module> {
  return vite.ssrLoadModule(new URL(file, import.meta.url).pathname) as Promise<Module>
}

const style = `
body{display:grid;grid-template-columns:260px minmax(0,1fr);margin:0;font:14px/1.5 system-ui,sans-serif;background:#f5f7fa;color:#0f1b2d}
nav{position:sticky;top:0;box-sizing:border-box;height:100vh;overflow:auto;padding:20px;background:#fff;border-right:1px solid #cbd5e1}
h1{margin:0 0 8px;font-size:18px}h2{margin:0;font-size:16px}article p{margin:0 0 10px;color:#4a5565}
ol{padding-left:20px}a{color:#1f5796}main{display:grid;gap:32px;padding:20px}
article div{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,360px),1fr));gap:16px}
iframe{width:100%;height:560px;border:1px solid #cbd5e1;border-radius:8px}
body:not(:has(:checked)) .dark,body:has(:checked) .light{display:none}
pre{margin:0;padding:16px;overflow:auto;background:#fff;border:1px solid #cbd5e1;border-radius:8px;white-space:pre-wrap;overflow-wrap:anywhere}
@media(max-width:800px){body{grid-template-columns:minmax(0,1fr)}nav{position:static;height:auto}}`
