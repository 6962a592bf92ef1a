/** What a certificate's link asks for: the certificate of a code, or whether it is genuine. */
export interface CertificateSearch {
  certificate?: string
  view?: 'verification'
}

export function readCertificateSearch({ certificate, view }: Record<string, unknown>): CertificateSearch {
  return {
    ...(certificate !== undefined && { certificate: String(certificate) }),
    ...(view === 'verification' && { view }),
  }
}
