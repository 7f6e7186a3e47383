import { API_BASE } from '@winnow/contract'

/** The path of a frame for callers without a session. It works only with a signature. */
export function signedFramePath(alarmId: string, position: number): string {
  return `${API_BASE}/v1/signed/alarm/${alarmId}/frame/${position}`
}

/** The path of a clip for a signed address. */
export function signedClipPath(alarmId: string, side: number): string {
  return `${API_BASE}/v1/signed/alarm/${alarmId}/clip/${side}`
}
