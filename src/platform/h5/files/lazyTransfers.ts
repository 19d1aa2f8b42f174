import type { Platform } from '../../Platform'

const transfer = () => import(/* webpackChunkName: "transfer" */ './transfer')

/** What only uploads need comes with the first of them. */
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
