import { embeddedProvider } from './embedded-provider.ts'
import type { SignIn } from './sign-in.ts'

/** The identity provider of this portal. */
export const provider: SignIn = embeddedProvider
