import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import { Readable } from 'node:stream'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, type FastifyHttpOptions } from 'fastify'
import { actorKey } from './actors/actor'
import type { Configuration } from './config/configuration'
import type { Dependencies } from './dependencies'
import { registerCalls } from './http/contract'
import { registerProbes } from './operation/probes'
import { dataPolicy } from './web/contentSecurity'
import { registerFailures } from './http/failures'
import { registerHosts } from './http/hosts'
import { loggedPath } from './http/loggedPath'
import { withoutDoubleSlashes } from './http/openInput'
import { httpOptions, registerLimits, usualLimits, type RequestLimits } from './http/limits'
import { registerPage } from './web/page'
import { isCall, registerAuthentication } from './http/authenticate'
import { CallTurns } from './http/turns'
import { accountRoutes, registerUserPictures } from './routes/session/account'
import { administrationApplicationRoutes } from './routes/administration/applications'
import { importRoutes } from './routes/administration/import'
import { administrationPeopleRoutes } from './routes/administration/people'
import { arrivalRoutes } from './routes/administration/arrival'
import { organisationRoutes } from './routes/administration/organisation'
import { auditRoutes } from './routes/audit'
import { childMessageRoutes } from './routes/messages/children'
import { accessRequestRoutes } from './routes/members/accessRequests'
import { collabRoutes } from './routes/members'
import { collectRoutes } from './routes/fileRequests'
import { commentRoutes } from './routes/comments'
import { directoryRoutes } from './routes/directories'
import { contactRoutes } from './routes/contacts'
import { documentRoutes } from './routes/documents'
import { registerDocumentPictures } from './routes/documents/pictures'
import { registerDocumentSocket } from './routes/documents/socket'
import { copyMoveRoutes } from './routes/moving'
import { enterpriseRoutes, registerLogos } from './routes/enterprise/enterprises'
import { registerEvents } from './routes/live'
import { activityRoutes } from './routes/items/activity'
import { listRoutes } from './routes/items/lists'
import { logRoutes } from './routes/session/logs'
import { messageRoutes } from './routes/messages/centre'
import { messengerLinkRoutes } from './routes/messengers/links'
import { messengerRoutes } from './routes/messengers/messengers'
import { registerOfficeHost } from './routes/office/host'
import { registerOfficePage } from './routes/office/page'
import { registerOfficeFrame } from './routes/previews/officeFrame'
import { registerOpenPlatform } from './routes/applications/calls'
import { consentRoutes } from './routes/applications/consents'
import { onlineDocumentRoutes, registerOnlineDocuments } from './routes/previews/onlineDocuments'
import { pushRoutes } from './routes/push'
import { operationRoutes } from './routes/items/operations'
import { promotionRoutes } from './routes/enterprise/promotion'
import { registerRepresentations, representationRoutes } from './routes/previews/representations'
import { registerSave } from './routes/downloads/save'
import { sessionRoutes } from './routes/session/session'
import { registrationRoutes, unknownCalls } from './routes/session/registration'
import { registerSignInKeys } from './routes/applications/signIns'
import { registerSignOn, signOnRoutes } from './routes/session/signOn'
import { registerWeCom, weComRoutes } from './routes/session/weCom'
import { receivedRoutes } from './routes/shares/received'
import { shareReportRoutes } from './routes/shares/reports'
import { shareRoutes } from './routes/shares/links'
import { siblingRoutes } from './routes/previews/siblings'
import { registerTransfers, transferRoutes } from './routes/downloads/files'
import { trashRoutes } from './routes/trash'
import { registerTus } from './routes/uploads/tus'
import { twoStepRoutes } from './routes/session/twoStep'
import { registerUploads, uploadRoutes } from './routes/uploads/uploads'
import { packRoutes, registerPacks } from './routes/downloads/packs'
import { tagRoutes } from './routes/items/tags'
import { versionRoutes } from './routes/items/versions'

/** bytes of a JSON body; file bodies are streams with limits of their own */
const jsonLimit = 1024 * 1024

/** A server without routes. The other parts need its logger. */
export function createServer(
  { logLevel, trustedProxies }: Pick<Configuration, 'logLevel' | 'trustedProxies'>,
  limits: RequestLimits = usualLimits,
): FastifyInstance {
  const app = Fastify({
    logger: {
      level: logLevel,
      serializers: {
        req: (request) => ({ method: request.method, url: loggedPath(request as FastifyRequest), ip: request.ip }),
        res: ({ statusCode, request }) => ({ statusCode, actor: keyOf(request) }),
      },
    },
    genReqId: () => randomUUID(),
    /* Trusts as many hops as there are proxies: what the client itself writes into X-Forwarded-For is ignored. */
    trustProxy: trustedProxies > 0 ? (_address, hop) => hop < trustedProxies : false,
    bodyLimit: jsonLimit,
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: 'idle',
    keepAliveTimeout: limits.idle,
    http: httpOptions(limits),
    rewriteUrl: ({ url = '/' }) => withoutDoubleSlashes(url),
  } satisfies FastifyHttpOptions<Server>)
  // A report of an error names the request, and the log tells what happened.
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id))
  // Before the limits, which count by address.
  app.addHook('onRequest', endDeparted)
  registerLimits(app, limits, trustedProxies > 0)
  app.addHook('onSend', endUnread)
  return app
}

/** Ends the request of a connection that is closed already. A connection that the client has reset has no address. */
function endDeparted(request: FastifyRequest, reply: FastifyReply, done: () => void) {
  const address: string | undefined = request.socket.remoteAddress
  if (address === undefined || request.socket.destroyed) {
    reply.hijack()
    request.socket.destroy()
  }
  done()
}

/** Ends the stream of an answer to HEAD: Fastify would read the stream to its end, and some streams never end. */
async function endUnread({ method }: FastifyRequest, _reply: FastifyReply, payload: unknown) {
  if (method !== 'HEAD' || !(payload instanceof Readable)) return payload
  payload.destroy()
  return Readable.from([])
}

/**
 * Registers everything on a server: calls, file transfers, the page.
 * @param webFolder the built web client; may be missing
 */
export async function buildApp(app: FastifyInstance, deps: Dependencies, webFolder: string): Promise<FastifyInstance> {
  // Only answers and the page are compressed: ranges of a file count the file's own bytes.
  app.addHook('onRoute', (route) => {
    if (route.config?.isSigned) route.compress = false
  })
  await app.register(compress, {
    threshold: 1024,
    encodings: ['gzip', 'identity'],
    customTypes: /^(application\/json|text\/html)/,
  })
  await app.register(cookie)
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: dataPolicy },
    strictTransportSecurity: deps.config.baseUrl?.startsWith('https:') ?? false,
  })
  // Pages of mini-programs have another origin. A signed address already grants its content to every holder.
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config?.isSigned) reply.header('cross-origin-resource-policy', 'cross-origin')
  })
  registerHosts(app, deps.config)
  registerProbes(app, deps.readiness)
  const turns = new CallTurns()
  registerAuthentication(app, { ...deps, turns })
  const web = await registerPage(app, { ...deps, turns }, webFolder)
  registerFailures(app, web.serve)
  app.addHook('onSend', async (request, reply) => {
    if (isCall(request) && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  const handlers = {
    ...sessionRoutes(deps),
    ...signOnRoutes(deps),
    ...registrationRoutes(deps),
    ...weComRoutes(deps),
    ...accountRoutes(deps),
    ...administrationPeopleRoutes(deps),
    ...administrationApplicationRoutes(deps),
    ...importRoutes(deps),
    ...organisationRoutes(deps),
    ...directoryRoutes(deps),
    ...arrivalRoutes(deps),
    ...auditRoutes(deps),
    ...twoStepRoutes(deps),
    ...listRoutes(deps),
    ...activityRoutes(deps),
    ...contactRoutes(deps),
    ...collabRoutes(deps),
    ...accessRequestRoutes(deps),
    ...operationRoutes(deps),
    ...trashRoutes(deps),
    ...copyMoveRoutes(deps),
    ...transferRoutes(deps),
    ...uploadRoutes(deps),
    ...packRoutes(deps),
    ...versionRoutes(deps),
    ...tagRoutes(deps),
    ...representationRoutes(deps),
    ...onlineDocumentRoutes(deps),
    ...documentRoutes(deps),
    ...siblingRoutes(deps),
    ...shareRoutes(deps),
    ...receivedRoutes(deps),
    ...shareReportRoutes(deps),
    ...enterpriseRoutes(deps),
    ...collectRoutes(deps),
    ...commentRoutes(app, deps),
    ...pushRoutes(deps),
    ...messageRoutes(deps),
    ...childMessageRoutes(deps),
    ...messengerRoutes(deps),
    ...messengerLinkRoutes(deps),
    ...promotionRoutes(deps),
    ...logRoutes(deps),
    ...consentRoutes(deps),
  }
  registerCalls(app, handlers, turns, unknownCalls(deps.config))
  registerSignOn(app, { ...deps, turns })
  registerSignInKeys(app, { ...deps, turns })
  registerWeCom(app, { ...deps, turns })
  registerTransfers(app, deps, turns)
  registerUploads(app, deps)
  registerTus(app, { ...deps, turns })
  registerPacks(app, deps, turns)
  registerSave(app, deps)
  registerRepresentations(app, deps)
  registerOfficeFrame(app, deps, webFolder)
  registerOnlineDocuments(app, deps)
  registerOfficeHost(app, { ...deps, turns })
  registerOfficePage(app, { ...deps, turns })
  registerLogos(app, deps)
  registerUserPictures(app, deps)
  registerOpenPlatform(app, deps, turns)
  registerDocumentPictures(app, deps)
  registerDocumentSocket(app, deps)
  registerEvents(app, { ...deps, turns }, web.build)
  await app.ready()
  return app
}

/** null before sign-in, and on signed addresses, which carry the actor's key themselves */
function keyOf(request: FastifyRequest | undefined) {
  const actor = request?.context?.actor
  return actor ? actorKey(actor) : null
}
