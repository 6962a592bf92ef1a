import helmet from 'helmet'

interface HeaderOptions {
  publicUrl: string
  /** The origins that may show the answer in a frame; by default none. */
  framedBy?: readonly string[]
}

/** Returns helmet's security headers, the same for every answer except frames of other websites. */
export function secureHeaders(options: HeaderOptions): Record<string, string> {
  const { framedBy = [] } = options
  const isSecure = options.publicUrl.startsWith('https:')
  return helmetHeaders({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        // Mantine sets its variables in a style element; styles cannot run scripts.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        // Recordings play in the page, from YouTube's host without cookies.
        frameSrc: ["'self'", 'https://www.youtube-nocookie.com'],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: framedBy.length > 0 ? [...framedBy] : ["'none'"],
        ...(isSecure && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: isSecure && { maxAge: 31_536_000, includeSubDomains: true },
    referrerPolicy: { policy: 'no-referrer' },
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    xDnsPrefetchControl: false,
  })
}

function helmetHeaders(options: Parameters<typeof helmet>[0]): Record<string, string> {
  const headers: Record<string, string> = {}
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value
    },
    removeHeader: () => {},
  }
  helmet(options)({} as never, response as never, () => {})
  return headers
}
