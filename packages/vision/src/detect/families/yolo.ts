import { boxWithin } from '../boxes.ts'
import { outputOf, type Decode, type RawSighting } from './family.ts'

/**
 * The layout of the output of an exported YOLO model with N boxes. Positions and sizes are in pixels of the input.
 *
 * - `rows` (v5, v7), 1×N×(5 + classes): the centre (2), the size (2), the objectness score, and a score for each class.
 * - `columns` (v8, v9, v11, v12), 1×(4 + classes)×N: the centre (2), the size (2), and a score for each class.
 * - `final` (v10 and others that remove near duplicates themselves), 1×N×6: left, top, right, bottom, score, class number.
 */
export type YoloLayout = 'rows' | 'columns' | 'final'

/** Decodes the exports of YOLOv5 (Jocher 2020) and later YOLO models, in the formats that Ultralytics introduced. */
export const yoloDecoder =
  ({ output, layout }: { output: string; layout: YoloLayout }): Decode =>
  (outputs, { covered }, floor) => {
    const { data, dims } = outputOf(outputs, output)
    const [rows = 0, columns = 0] = dims.slice(-2)
    const places = layout === 'columns' ? columns : rows
    const fields = layout === 'columns' ? rows : columns
    const at = (place: number, part: number): number =>
      data[layout === 'columns' ? part * places + place : place * fields + part] ?? 0
    const sightings: RawSighting[] = []
    const add = (
      index: number,
      score: number,
      [left, top, right, bottom]: readonly [number, number, number, number],
    ) => {
      if (score < floor) return
      const box = boxWithin(left / covered.width, top / covered.height, right / covered.width, bottom / covered.height)
      if (box !== undefined) sightings.push({ index, score, box })
    }
    const classesFrom = layout === 'rows' ? 5 : 4
    for (let place = 0; place < places; place += 1) {
      if (layout === 'final') {
        add(at(place, 5), at(place, 4), [at(place, 0), at(place, 1), at(place, 2), at(place, 3)])
        continue
      }
      const thing = layout === 'rows' ? at(place, 4) : 1
      if (thing < floor) continue
      const [x, y, halfWidth, halfHeight] = [at(place, 0), at(place, 1), at(place, 2) / 2, at(place, 3) / 2]
      for (let part = classesFrom; part < fields; part += 1)
        add(part - classesFrom, thing * at(place, part), [x - halfWidth, y - halfHeight, x + halfWidth, y + halfHeight])
    }
    return sightings
  }
