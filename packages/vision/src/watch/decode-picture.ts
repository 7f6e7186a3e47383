import { Scaler } from 'node-av/api'
import { AV_CODEC_ID_H264, AV_CODEC_ID_HEVC, AV_OPT_TYPE_INT64, AV_PKT_FLAG_KEY } from 'node-av/constants'
import { Codec, CodecContext, Frame, Packet } from 'node-av/lib'
import { checkSize } from '../decode/decode-clip.ts'
import { LIMITS } from '../limits.ts'
import type { StreamPicture } from './watch-types.ts'

/** The picture cannot be decoded. */
class BrokenPicture extends Error {
  override readonly name = 'BrokenPicture'
}

const IDS = { H264: AV_CODEC_ID_H264, H265: AV_CODEC_ID_HEVC } as const

/**
 * Decodes one key frame. Every picture gets a decoder of its own, so that nothing of an earlier one can disturb it and no memory stays with a stream.
 * @throws BrokenPicture, or the error of a picture that is too large
 */
export function decodePicture<T>({ codec: name, bytes }: StreamPicture, use: (frame: Frame, scaler: Scaler) => T): T {
  const codec = Codec.findDecoder(IDS[name])
  using context = new CodecContext()
  context.allocContext3(codec)
  context.threadCount = 1
  // Refused before memory is taken for it. The decoder counts whole blocks of pixels, so the exact limit is checked below.
  const mostPixels = BigInt(LIMITS.pixels + LIMITS.pixels / 10)
  if (context.setOption('max_pixels', mostPixels, AV_OPT_TYPE_INT64) < 0) throw new BrokenPicture('no limit')
  if (context.open2Sync(codec) < 0) throw new BrokenPicture('no decoder')
  using packet = new Packet()
  packet.alloc()
  packet.data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  packet.flags = AV_PKT_FLAG_KEY
  using frame = new Frame()
  frame.alloc()
  if (context.sendPacketSync(packet) < 0) throw new BrokenPicture('no picture')
  // The end of the stream makes the decoder give out a picture that it would show only after the next ones.
  context.sendPacketSync(null)
  if (context.receiveFrameSync(frame) < 0) throw new BrokenPicture('no picture')
  checkSize(frame)
  using scaler = new Scaler()
  return use(frame, scaler)
}
