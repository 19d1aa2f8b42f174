import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../dependencies'
import type { CallTurns } from '../../http/turns'
import { signInByKey } from '../../services/applications/administration/people'
import { BrowserSignOn } from '../session/BrowserSignOn'

/** The path that signs a person in with a key of an application. */
export const SIGN_IN_PATH = '/api/sign_on/once'

type Ports = Pick<Dependencies, 'db' | 'clock' | 'config' | 'sign' | 'log' | 'encrypter'> & { turns: CallTurns }

/** Signs in the browser that brings a key, and leads on. A HEAD request would use the key up and sign nobody in. */
export function registerSignInKeys(app: FastifyInstance, ports: Ports): void {
  const browsers = new BrowserSignOn(ports, SIGN_IN_PATH, 'satchel_sign_on')
  app.route({
    method: 'GET',
    url: SIGN_IN_PATH,
    exposeHeadRoute: false,
    handler: (request, reply) => browsers.comeBack(request, reply, (back) => signInByKey(ports, back)),
  })
}
