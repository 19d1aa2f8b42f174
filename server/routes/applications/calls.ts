import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { OpenRequest } from '@/contract/applications'
import { actorKey, type ApplicationActor } from '../../actors/actor'
import { downloadAddress, openUploadAddress } from '../../crypto/signedAddresses'
import { secondsOf } from '../../time/clock'
import type { Dependencies } from '../../dependencies'
import { Refused } from '../../errors'
import { originOf } from '../../http/baseInfo'
import { disconnectSignal } from '../../http/disconnectSignal'
import { registerOpenCalls, type OpenHandlers } from '../../http/openContract'
import { registerOpenBodies } from '../../http/openInput'
import { refuseOpen, registerOpenFailures } from '../../http/openRefusal'
import { registerRateHeaders } from '../../http/rateHeaders'
import type { CallTurns } from '../../http/turns'
import { pageAddress } from '../../previews/previewFiles'
import { presentOpenUser } from '../../presenters/applications/people'
import { ownUser } from '../../services/applications/people'
import { issuePreviewToken, requirePreview, type TokenHolder } from '../../services/applications/tokens'
import {
  openItem,
  openNewFolder,
  openNewVersion,
  openRoots,
  openUpload,
  openUploadByPath,
} from '../../services/applications/files'
import { requirePreviewable } from '../../services/applications/rights'
import { previewInfo } from '../../services/previews/info'
import { listEntries, listPages } from '../../services/previews/lists'
import { numberedVersion } from '../../services/applications/versions'
import { orderDownload } from '../../services/downloads/files'
import { adminDepartmentHandlers, adminGroupHandlers, adminUserHandlers } from './administration'
import { changeHandlers } from './changes'
import { commentHandlers } from './comments'
import { findingHandlers } from './finding'
import { listHandlers } from './lists'
import { logHandlers } from './log'
import { makingHandlers } from './making'
import { peopleHandlers } from './people'
import { platformHandlers } from './platform'
import { presentOpen, presentOpenOne } from './presenting'
import { sharingHandlers } from './sharing'
import { tagHandlers } from './tags'
import { registerTokens } from './tokens'
import { registerOpenUploads } from './uploads'

type Ports = Omit<Dependencies, 'lease'>

/** The open platform (1§7): tokens for applications, and the calls made with them. */
export function registerOpenPlatform(app: FastifyInstance, ports: Ports, turns: CallTurns): void {
  app.register(async (open) => {
    registerOpenBodies(open)
    registerOpenFailures(open)
    registerRateHeaders(open)
    registerOpenCalls(open, ports, openHandlers(ports), turns)
    open.route({
      method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url: '/api/v2/*',
      config: { isOpen: true },
      handler: (request, reply) => refuseOpen(new Refused('item_not_found'), request, reply),
    })
    registerTokens(open, ports)
  })
  registerOpenUploads(app, ports)
}

function openHandlers(ports: Ports): OpenHandlers {
  const { db, sign } = ports
  const presigned = (actor: ApplicationActor, id: string, request: FastifyRequest) => ({
    presign_url: (ports.config.baseUrl ?? originOf(request)) + openUploadAddress(sign, id, actorKey(actor)),
  })
  const looking = async (
    actor: ApplicationActor,
    request: FastifyRequest,
    { file_id: fileId, preview_user_token: userToken }: { file_id?: number; preview_user_token?: string },
  ) => requirePreview(ports, actor, { token: request.headers['x-preview-token'], userToken, fileId })
  const fileInfo = async ({ actor }: TokenHolder, { id }: { id: number }) =>
    presentOpenOne(ports, actor, await openItem(ports, actor, { id, type: 'file' }))
  const fileDownload = async (
    { actor }: TokenHolder,
    { id, version = 0 }: OpenRequest<'GET /v2/file/{id}/download'>,
    request: FastifyRequest,
  ) => {
    const file = await orderDownload(ports, actor, id, await numberedVersion(db, actor, id, version))
    return { download_url: (ports.config.baseUrl ?? originOf(request)) + downloadAddress(sign, file, actorKey(actor)) }
  }
  const fileUpload = async (
    { actor }: TokenHolder,
    input: OpenRequest<'POST /v2/file/upload'>,
    request: FastifyRequest,
  ) => presigned(actor, await openUpload(ports, actor, input), request)
  const newVersion = async (
    { actor }: TokenHolder,
    input: OpenRequest<'POST /v2/file/{id}/new_version'>,
    request: FastifyRequest,
  ) => presigned(actor, await openNewVersion(ports, actor, input), request)
  const previewToken = async (
    { actor }: TokenHolder,
    { file_id: fileId, file_version_id: versionId, period = 3600 }: OpenRequest<'GET /v2/file/preview_token'>,
  ) => {
    await requirePreviewable(db, actor, fileId, versionId)
    return { preview_token: await issuePreviewToken(ports, actor, { fileId, versionId: versionId ?? null, period }) }
  }
  return {
    'GET /v2/user/info': async ({ actor, origin, expiresAt }) => ({
      ...presentOpenUser(await ownUser(db, actor.onBehalfOf), { userId: actor.onBehalfOf.user.id }),
      application: { name: actor.client.name },
      scopes: [...actor.scopes],
      origin,
      expires_at: secondsOf(expiresAt),
    }),
    ...peopleHandlers(ports),
    ...tagHandlers(ports),
    ...adminUserHandlers(ports),
    ...adminDepartmentHandlers(ports),
    ...adminGroupHandlers(ports),
    ...logHandlers(ports),
    ...platformHandlers(ports),
    'GET /v2/file/{id}/info': fileInfo,
    'GET /v2/file/{id}/info_v2': fileInfo,
    'GET /v2/file/{id}/download': fileDownload,
    'GET /v2/file/{id}/download_v2': fileDownload,
    'GET /v2/file/preview_token': previewToken,
    'POST /v2/file/preview_token': previewToken,
    'POST /v2/preview/info': async ({ actor }, input, request, reply) => {
      const { file_id: _file, file_version_id: _version, preview_user_token: _token, ...asked } = input
      const { actor: viewing, fileId, versionId } = await looking(actor, request, input)
      const answer = { ...asked, file_id: fileId, file_version_id: versionId }
      return previewInfo(ports, viewing, answer, disconnectSignal(reply))
    },
    'POST /v2/preview/pages': async ({ actor }, input, request, reply) => {
      const { actor: viewing, fileId, versionId } = await looking(actor, request, input)
      const asked = { ...input, file_id: fileId, file_version_id: versionId }
      const { file, reason, sizes, span, pages } = await listPages(ports, viewing, asked, disconnectSignal(reply))
      const { entry, encoding } = input
      const place = { fileId: file.fileId, versionKey: file.versionKey, entry, encoding }
      const preview_urls = pages.map((page) => pageAddress(sign, page, place, actorKey(viewing)))
      return { reason, sizes, span, preview_urls }
    },
    'POST /v2/preview/entries': async ({ actor }, input, request, reply) => {
      const { actor: viewing, fileId, versionId } = await looking(actor, request, input)
      const asked = { ...input, file_id: fileId, file_version_id: versionId }
      return listEntries(ports, viewing, asked, disconnectSignal(reply))
    },
    'POST /v2/file/upload': fileUpload,
    'POST /v2/file/upload_v2': fileUpload,
    'POST /v2/file/upload_by_path': async ({ actor }, input, request) =>
      presigned(actor, await openUploadByPath(ports, actor, input), request),
    'POST /v2/file/{id}/new_version': newVersion,
    'POST /v2/file/{id}/new_version_v2': newVersion,
    ...changeHandlers(ports),
    'GET /v2/folder/roots': async ({ actor }) => ({
      folders: await presentOpen(ports, actor, await openRoots(ports, actor)),
    }),
    'GET /v2/folder/{id}/info': async ({ actor }, { id }) =>
      presentOpenOne(ports, actor, await openItem(ports, actor, { id, type: 'folder' })),
    ...listHandlers(ports),
    ...findingHandlers(ports),
    ...makingHandlers(ports),
    ...commentHandlers(ports),
    ...sharingHandlers(ports),
    'POST /v2/folder/create': async ({ actor }, input) =>
      presentOpenOne(ports, actor, await openNewFolder(ports, actor, input)),
  }
}
