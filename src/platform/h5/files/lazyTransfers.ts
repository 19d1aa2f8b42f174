import type { Platform } from '../../Platform'

const transfer = () => import(/* webpackChunkName: "transfer" */ './transfer')

/** Loads the code of uploads with the first upload. */
export function createTransfers(): Pick<Platform, 'upload' | 'sendPart' | 'partSize' | 'keepAwake'> {
  return {
    upload: async (request) => (await transfer()).upload(request),
    sendPart: async (request) => (await transfer()).sendPart(request),
    partSize: 16 * 1024 * 1024,
    keepAwake: (on) =>
      void import(/* webpackChunkName: "transfer" */ '../awake').then(
        ({ keepAwake }) => keepAwake(on),
        () => undefined,
      ),
  }
}
