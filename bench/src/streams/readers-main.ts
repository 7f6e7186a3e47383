/** Entry of a process that reads streams. Arguments: who reads, the addresses, the number of streams, seconds. Prints what was measured as JSON. */
import { readdirSync, readFileSync } from 'node:fs'
import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { playStream, toAnnexB } from '@winnow/intake'
import { createWatcher } from '@winnow/vision'
import { AV_LOG_QUIET } from 'node-av/constants'
import { Decoder, Demuxer } from 'node-av/api'
import { Log } from 'node-av/lib'
import { summarise } from '../samples.ts'
import { drawKeyFrame } from './draw-clip.ts'

const [by = '', urls = '', count = '1', seconds = '10'] = process.argv.slice(2)
const TICKS_A_SECOND = 100
const PAGE_BYTES = 4_096
const PROBES = 30

/** This process and its children: their processor time in milliseconds, and their memory in bytes. */
function usage(): { cpuMs: number; bytes: number } {
  const family = readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'latin1')
        .replace(/^.*\) /s, '')
        .split(' ')
      const isOurs = Number(name) === process.pid || Number(fields[1]) === process.pid
      const pages = Number(readFileSync(`/proc/${name}/statm`, 'latin1').split(' ')[1])
      return isOurs ? [{ ticks: Number(fields[11]) + Number(fields[12]), bytes: pages * PAGE_BYTES }] : []
    } catch {
      return []
    }
  })
  const sum = (of: (one: (typeof family)[number]) => number) => family.reduce((total, one) => total + of(one), 0)
  return { cpuMs: (sum(({ ticks }) => ticks) * 1_000) / TICKS_A_SECOND, bytes: sum(({ bytes }) => bytes) }
}

const watcher = createWatcher()
const stop = new AbortController()
let pictures = 0

async function playOurs(url: string, name: string): Promise<void> {
  const { hostname, port } = new URL(url)
  const socket = net.connect(Number(port), hostname)
  await once(socket, 'connect')
  await playStream({
    socket,
    url,
    user: undefined,
    password: '',
    keysOnly: () => true,
    onPicture({ nals }, { codec }) {
      pictures++
      void watcher.look(name, { codec, bytes: toAnnexB(nals) })
    },
    signal: stop.signal,
  })
}

/** Reads all packets with node-av, and decodes the key frames of them where asked to. */
async function playBare(url: string, decodes: boolean): Promise<void> {
  const options = { rtsp_transport: 'tcp', analyzeduration: 200_000, probesize: 50_000 }
  await using demuxer = await Demuxer.open(url, { format: 'rtsp', options })
  const video = demuxer.video()
  using decoder = decodes && video ? await Decoder.create(video, { context: { threadCount: 1 } }) : undefined
  for await (const packet of demuxer.packets()) {
    if (packet?.isKeyframe) {
      pictures++
      for (const frame of (await decoder?.decodeAll(packet)) ?? []) frame.free()
    }
    packet?.free()
    if (stop.signal.aborted) return
  }
}

/** Milliseconds from a key frame that shows motion to the pictures of its alarm, while the other streams are watched. */
async function measureDelays(): Promise<number[]> {
  const [empty, walked] = await Promise.all([drawKeyFrame('empty'), drawKeyFrame('person-walking')])
  const [before, now] = [empty, walked].map((bytes) => ({ codec: 'H264' as const, bytes }))
  const delays: number[] = []
  if (!before || !now) return delays
  for (let probe = 0; probe < PROBES; probe++) {
    const name = `probe ${probe}`
    await watcher.look(name, before)
    await watcher.look(name, before)
    const began = performance.now()
    const { kind } = await watcher.look(name, now)
    if (kind !== 'moved') throw new Error(`nothing was seen to move: ${kind}`)
    await watcher.show(name, [before, before, before, now])
    delays.push(performance.now() - began)
    watcher.forget(name)
    await pause(100)
  }
  return delays
}

Log.setLevel(AV_LOG_QUIET)
const ended = (error: unknown) => {
  if (!stop.signal.aborted) throw error
}
const places = urls.split(' ')
for (let stream = 0; stream < Number(count); stream++) {
  const url = places[stream % places.length] ?? ''
  const playing = by === 'ours' ? playOurs(url, String(stream)) : playBare(url, by === 'decoding')
  playing.catch(ended)
}
// The first pictures start processes and fill caches.
await pause(8_000)
pictures = 0
const before = usage()
const began = performance.now()
await pause(Number(seconds) * 1_000)
const after = usage()
const cpuMs = ((after.cpuMs - before.cpuMs) * 1_000) / (performance.now() - began)
const keyFrames = pictures
const delays = by === 'ours' ? summarise(await measureDelays()) : undefined
console.log(JSON.stringify({ cpuMs, bytes: after.bytes, keyFrames, delays }))
process.exit(0)
