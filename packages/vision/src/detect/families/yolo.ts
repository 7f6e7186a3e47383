import { boxWithin } from '../boxes.ts'
import { outputOf, type Decode, type RawSighting } from './family.ts'

/**
 * How a YOLO-style export puts down what it sees, boxes in pixels of the input:
 * `rows` (v5, v7) 1×N×(5 + classes): middle, size, how sure it is of a thing, and of each class;
 * `columns` (v8 to v12) 1×(4 + classes)×N: middle, size and the classes, each a row over all places;
 * `final` (v10 and others that suppress by themselves) 1×N×6: left, top, right, bottom, score, class.
 */
export type YoloLayout = 'rows' | 'columns' | 'final'

/** Exports of the YOLO line after YOLOv5 (Jocher 2020) as Ultralytics and those who follow it write them. */
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
