import { generateOtp, OTP_SECRET_HEADER } from '@winnow/contract'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { send } from '../../lib/api/call.ts'
import { operationKey } from '../../lib/query/use-operation.ts'

/** The secret to set up. */
export interface OtpSecret {
  /** The QR code as a URL that contains the picture. */
  picture: string
  /** The secret in letters. */
  key: string
}

function addressOf(picture: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the picture cannot be read')))
    reader.readAsDataURL(picture)
  })
}

/** Fetches the QR code. The secret is not kept after the user leaves the screen. */
export function useOtpSecret(): UseQueryResult<OtpSecret> {
  return useQuery({
    queryKey: operationKey(generateOtp),
    queryFn: async ({ signal }) => {
      const response = await send(generateOtp, { signal })
      const key = response.headers.get(OTP_SECRET_HEADER) ?? ''
      return { picture: await addressOf(await response.blob()), key }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { errors: 'inline' },
  })
}
