import type { Data, Endpoint, Failure, Input, Success } from '#contract/core/endpoint.ts'
import { refusals } from '#contract/core/refusals.ts'
import { uploadPicture } from '#contract/foundation/uploads/calls.ts'
import { sessionUser } from '#web/core/session/session.ts'
import { ApiError, unreachable } from './api-error.ts'
import { addressOf, refusedWith, refuseUnlessAllowed } from './call.ts'
import { lookForPortal } from './connection.ts'

interface UploadOptions {
  /** Receives the sent share, from 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
  /** The form's texts by field. */
  texts?: Record<string, string>
}

/** Uploads a picture and returns its address. Throws an ApiError, or the signal's reason. */
export async function sendPicture(file: File, options: UploadOptions = {}): Promise<string> {
  return (await sendFile(uploadPicture, {}, file, options)).fileUrl
}

/** Sends a file to an endpoint and returns its answer. Throws an ApiError, or the signal's reason. */
export async function sendFile<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  file: File,
  { texts = {}, ...options }: UploadOptions = {},
): Promise<Data<E>> {
  refuseUnlessAllowed(endpoint)
  const form = new FormData()
  for (const [field, text] of Object.entries(texts)) form.set(field, text)
  form.set(endpoint.fileField ?? '', file)
  const bearer = sessionUser()?.token
  const { status, text } = await post(addressOf(endpoint, input), form, { bearer, ...options })
  const answer = parsed(text)
  if (status >= 400 || !answer) throw refusedWith(status, (answer ?? {}) as Partial<Failure>, bearer)
  const read = endpoint.data?.safeParse((answer as Success<unknown>).data)
  if (!read?.success) throw new ApiError(status, { code: 'BUG', message: refusals.BUG.message })
  return read.data as Data<E>
}

// Only XMLHttpRequest reports the progress of an upload.
function post(
  address: string,
  form: FormData,
  { bearer, onProgress, signal }: UploadOptions & { bearer: string | undefined },
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    request.open('POST', address)
    if (bearer) request.setRequestHeader('authorization', `Bearer ${bearer}`)
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
    request.onload = () => resolve({ status: request.status, text: request.responseText })
    request.onerror = () => {
      void lookForPortal()
      reject(unreachable())
    }
    request.onabort = () => reject(signal?.reason)
    request.onloadend = () => signal?.removeEventListener('abort', abort)
    signal?.addEventListener('abort', abort)
    request.send(form)
  })
}

function parsed(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
