/** Width and height in pixels. */
export interface Size {
  width: number
  height: number
}

/** The picture's place in the stage: `scale` 1 is fitted; x and y move its upper left corner, in pixels of the stage. */
export interface ViewTransform {
  scale: number
  x: number
  y: number
}

/** A rectangle in pixels of the stage. */
export interface Rect extends Size {
  x: number
  y: number
}

export const FIT: ViewTransform = { scale: 1, x: 0, y: 0 }
export const MAX_SCALE = 12

/** The largest centred rectangle of the picture's shape inside the stage: the place of a fitted picture. */
export function fitRect(stage: Size, picture: Size): Rect {
  if (picture.width <= 0 || picture.height <= 0 || stage.width <= 0 || stage.height <= 0)
    return { x: 0, y: 0, width: stage.width, height: stage.height }
  const scale = Math.min(stage.width / picture.width, stage.height / picture.height)
  const width = picture.width * scale
  const height = picture.height * scale
  return { x: (stage.width - width) / 2, y: (stage.height - height) / 2, width, height }
}

/** The picture's place after zoom and pan. */
export function placed(fit: Rect, view: ViewTransform): Rect {
  return {
    x: fit.x * view.scale + view.x,
    y: fit.y * view.scale + view.y,
    width: fit.width * view.scale,
    height: fit.height * view.scale,
  }
}

function clampAxis(offset: number, scale: number, fitStart: number, fitLength: number, stage: number): number {
  const length = fitLength * scale
  // A side smaller than the stage is centred. Edges of a larger side stay outside the stage, so the picture cannot be moved out of view.
  if (length <= stage) return (stage - length) / 2 - fitStart * scale
  const start = Math.min(0, Math.max(stage - length, fitStart * scale + offset))
  return start - fitStart * scale
}

/** Keeps the picture in the stage. */
export function clampView(view: ViewTransform, stage: Size, fit: Rect): ViewTransform {
  if (view.scale <= 1) return FIT
  const scale = Math.min(MAX_SCALE, view.scale)
  return {
    scale,
    x: clampAxis(view.x, scale, fit.x, fit.width, stage.width),
    y: clampAxis(view.y, scale, fit.y, fit.height, stage.height),
  }
}

/** Zooms by a factor around a point of the stage. The part of the picture at this point stays in place. */
export function zoomAt(
  view: ViewTransform,
  factor: number,
  point: { x: number; y: number },
  stage: Size,
  fit: Rect,
): ViewTransform {
  const scale = Math.min(MAX_SCALE, Math.max(1, view.scale * factor))
  const ratio = scale / view.scale
  return clampView(
    { scale, x: point.x - (point.x - view.x) * ratio, y: point.y - (point.y - view.y) * ratio },
    stage,
    fit,
  )
}

/** Pans by a distance in pixels of the stage. */
export function panBy(view: ViewTransform, dx: number, dy: number, stage: Size, fit: Rect): ViewTransform {
  return clampView({ ...view, x: view.x + dx, y: view.y + dy }, stage, fit)
}
