import type { Overview } from '@/contract/administration/policies'
import type { UserActor } from '../../actors/actor'
import type { Dependencies } from '../../dependencies'
import { overviewFacts } from '../../queries/administration/overview'
import { VERSION } from '../../config/version'
import { findWeCom } from '../../queries/directories/weCom'
import { countOpenLinks } from '../shares/lists'
import { requireRight, type Ports } from './acts'

type Needs = Ports &
  Pick<Dependencies, 'config' | 'codeSender' | 'mailer'> & { previews: Pick<Dependencies['previews'], 'programs'> }

/** The figures of the organisation, and what the server is configured with. @throws Refused permission_denied */
export async function readOverview(
  { db, clock, config, previews, codeSender, mailer }: Needs,
  actor: UserActor,
): Promise<Overview> {
  requireRight(actor, 'readOverview')
  const { wechatApplet, wecom } = config.messengers
  const [facts, links, directory] = await Promise.all([
    overviewFacts(db, actor.enterprise.id, clock()),
    countOpenLinks(db, actor.enterprise.id, clock()),
    findWeCom(db, actor.enterprise.id),
  ])
  const hasWeCom = wecom !== null || directory?.is_on === true
  return {
    ...facts,
    links: { ...facts.links, ...links },
    configured: {
      storage: 'disk',
      office_converter: previews.programs.office,
      media_converter: previews.programs.media,
      mail: mailer !== null,
      phone_codes: codeSender !== null,
      messengers: [...(wechatApplet ? (['wechat'] as const) : []), ...(hasWeCom ? (['wecom'] as const) : [])],
    },
    version: VERSION,
  }
}
