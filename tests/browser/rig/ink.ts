import type { Locator } from 'playwright-core'

/** Whether a canvas has more than one colour. */
export function isDrawn(canvas: Locator): Promise<boolean> {
  return canvas.evaluate((element: HTMLCanvasElement) => {
    const { data } = element.getContext('2d')!.getImageData(0, 0, element.width, element.height)
    const points = new Uint32Array(data.buffer)
    return points.some((point) => point !== points[0])
  })
}
