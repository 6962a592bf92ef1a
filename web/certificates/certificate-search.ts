import { redirect } from '@tanstack/react-router'
import { paths } from '#contract/core/paths.ts'

/** Which certificate a link asks for. */
export interface CertificateSearch {
  certificate?: string
}

export function readCertificateSearch({ certificate }: Record<string, unknown>): CertificateSearch {
  return certificate === undefined ? {} : { certificate: String(certificate) }
}

/** Certificates printed by an earlier version lead here to be verified. */
export function verificationsOfOld({ location }: { location: { searchStr: string } }): void {
  const search = new URLSearchParams(location.searchStr)
  const code = search.get('certificate')
  if (code && search.get('view') === 'verification') {
    throw redirect({ href: paths.certificateVerification({ code: encodeURIComponent(code) }), replace: true })
  }
}
