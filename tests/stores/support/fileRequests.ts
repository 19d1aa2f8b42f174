import type { FileRequestInfo, FileRequestLink, FileRequestPerson, Contributor } from '@/contract/fileRequests'

export const NAME = 'c'.repeat(22)
export const INFO = 'GET /apps/collects/info/{unique_name}'
export const JOIN = 'POST /apps/collects/join'
export const PRESIGN = 'POST /apps/collects/presign'
export const FINISH = 'POST /apps/collects/finish'

export function makeInfo(fields: Partial<FileRequestInfo> = {}): FileRequestInfo {
  return {
    title: '高三（2）班作业',
    text: '每人一份',
    owner_name: '陈希',
    due_time: 0,
    kinds: [],
    is_listed_only: false,
    state: 'open',
    names: [],
    suggested_id: null,
    ...fields,
  }
}

export function makeMe(names: readonly string[] = [], name = '周舟'): Contributor {
  return { name, files: names.map((each, at) => ({ id: at + 1, name: each, size: 1000, at: 1_763_625_600 })) }
}

export function makeCollection(fields: Partial<FileRequestLink> = {}): FileRequestLink {
  return {
    id: 1,
    unique_name: NAME,
    url: `https://drive.test/collect/${NAME}`,
    folder: { id: 3, name: '作业' },
    title: '高三（2）班作业',
    text: '',
    due_time: 0,
    kinds: [],
    is_listed_only: false,
    state: 'open',
    closed_by_administrator: false,
    created: 1_763_625_600,
    listed_count: 2,
    listed_done_count: 1,
    done_count: 1,
    file_count: 1,
    remindable_count: 1,
    reminded: null,
    ...fields,
  }
}

export function makePerson(fields: Partial<FileRequestPerson> = {}): FileRequestPerson {
  return {
    id: 1,
    name: '周舟',
    is_listed: true,
    is_user: false,
    is_claimed: false,
    opened: null,
    reminded: null,
    files: [],
    ...fields,
  }
}
