import type { Work } from '#server/work.ts'

/**
 * Stores the code of a registration's newest certificate, so that lists can show and filter it. A withdrawal
 * removes it.
 */
export async function keepCertificateCode({ tx }: Work, registrationId: number, certificateCode: string) {
  await tx
    .updateTable('registrations')
    .set({ certificateCode })
    .where('registrationId', '=', registrationId)
    .execute()
}
