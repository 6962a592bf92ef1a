import { redirect } from '@tanstack/react-router'
import { paths } from '#contract/core/paths.ts'

/** The search parameters of a certificate's link. */
export interface CertificateSearch {
  certificate?: string
}

export function readCertificateSearch({ certificate }: Record<string, unknown>): CertificateSearch {
  return certificate === undefined ? {} : { certificate: String(certificate) }
}

/** Redirects the verification links that an earlier version printed. */
export function redirectOldVerification({ location }: { location: { searchStr: string } }): void {
  const search = new URLSearchParams(location.searchStr)
  const code = search.get('certificate')
  if (code && search.get('view') === 'verification') {
    throw redirect({ href: paths.certificateVerification({ code: encodeURIComponent(code) }), replace: true })
  }
}
