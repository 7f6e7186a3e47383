import { z } from 'zod'
import { createStoredStore } from '../../../lib/stored.ts'

/** Whether this browser notifies of new true alarms. */
export const notifyStore = createStoredStore('winnow.notify', z.boolean(), true)

/** The browser's permission for desktop notifications. */
export function desktopPermission(): NotificationPermission | 'unsupported' {
  return typeof Notification === 'undefined' ? 'unsupported' : Notification.permission
}

/** Asks for the permission. May be called only after the user has pressed a button. */
export async function askPermission(): Promise<NotificationPermission | 'unsupported'> {
  if (typeof Notification === 'undefined') return 'unsupported'
  return Notification.permission === 'default' ? Notification.requestPermission() : Notification.permission
}

let audio: AudioContext | undefined

/** Prepares the sound. Has an effect only after the user has pressed a key or button. */
export async function prepareSound(): Promise<void> {
  if (typeof AudioContext === 'undefined') return
  audio ??= new AudioContext()
  await audio.resume()
}

const ready = () => void prepareSound()

/** Browsers allow sound only after the user has interacted with the page, so the sound is prepared then. */
export function readySound(): () => void {
  const events = ['pointerdown', 'keydown'] as const
  for (const name of events) addEventListener(name, ready, { once: true })
  return () => {
    for (const name of events) removeEventListener(name, ready)
  }
}

/**
 * Two short rising tones, unlike the usual sounds of a phone. Silent before the user has interacted with the page. Returns whether they are
 * played.
 */
export function playSound(): boolean {
  if (audio?.state !== 'running') return false
  const start = audio.currentTime
  for (const [index, frequency] of [660, 880].entries()) {
    const tone = audio.createOscillator()
    const volume = audio.createGain()
    const at = start + index * 0.16
    tone.frequency.value = frequency
    volume.gain.setValueAtTime(0, at)
    volume.gain.linearRampToValueAtTime(0.2, at + 0.02)
    volume.gain.linearRampToValueAtTime(0, at + 0.15)
    tone.connect(volume).connect(audio.destination)
    tone.start(at)
    tone.stop(at + 0.16)
  }
  return true
}

/** Runs a function in only one tab of this browser, so that no sound is played twice. When that tab closes, another tab takes over. */
export function inOneTab(run: () => () => void): () => void {
  const left = new AbortController()
  if (typeof navigator === 'undefined' || navigator.locks === undefined) return run()
  const held = () =>
    new Promise<void>((resolve) => {
      const stop = run()
      left.signal.addEventListener('abort', () => {
        stop()
        resolve()
      })
    })
  navigator.locks.request('winnow.alarm-notifier', { signal: left.signal }, held).catch(() => {
    // The caller has stopped before it was this tab's turn.
  })
  return () => left.abort()
}
