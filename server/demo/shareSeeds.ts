import type { StoredNotice } from '../queries/messages'
import { days, hours, type Login } from './seeds'

export interface ShareSeed {
  by: Login
  /** Paths that begin with a space. The first item names the link. */
  items: readonly string[]
  /** minutes since the link was made */
  age: number
  access?: 'public' | 'company' | 'collaborators'
  description?: string
  password?: string
  /** Minutes until the link ends; negative: since it ended. */
  endsIn?: number
  isPreviewOnly?: boolean
  isForwardDisabled?: boolean
  previews?: { limit: number; used: number }
  downloads?: { limit: number; used: number }
  watermark?: string
  isWatermarkVisitor?: boolean
  isVersionPinned?: boolean
  /** Logins and names of groups. */
  to?: readonly string[]
  /** The user who closed the link, `ago` minutes ago. */
  closed?: { by: Login; ago: number }
  /** 1 waiting, 3 refused */
  approval?: { state: 1 | 3; by: Login }
  /** Visits per day, today first. */
  visits?: readonly number[]
  /** Signed-in visitors, latest first. */
  visitors?: readonly Login[]
  notices?: readonly { action: Extract<StoredNotice['action'], `share_${string}`>; ago: number }[]
}

const teacher = 'teacher@mingde.demo'
const month = [3, 5, 2, 0, 0, 6, 9, 12, 4, 3, 1, 0, 0, 5, 7, 8, 2, 2, 0, 0, 4, 3, 6, 1, 1, 0, 0, 2, 3, 1]

/** Links in every state, and a teacher's shares with colleagues. */
export const shareSeeds: readonly ShareSeed[] = [
  {
    by: teacher,
    items: ['teacher@mingde.demo/社团活动'],
    age: days(29),
    description: '社团节的照片和录音，欢迎家长保存。',
    password: 'm4k7',
    endsIn: days(6),
    downloads: { limit: 200, used: 37 },
    visits: month,
    visitors: ['student@mingde.demo', 'sunmin@mingde.demo'],
    notices: [{ action: 'share_opened', ago: days(29) }],
  },
  {
    by: teacher,
    items: ['teacher@mingde.demo/宣讲稿.md'],
    age: hours(3),
    access: 'collaborators',
    description: '明天宣讲用的稿子，请帮忙看看第二段。',
    endsIn: days(5),
    password: 'q8w2',
    to: ['sunmin@mingde.demo', '宣讲团'],
    visits: [2],
    visitors: ['sunmin@mingde.demo', 'wujing@mingde.demo'],
  },
  {
    by: teacher,
    items: ['teacher@mingde.demo/校园晚霞.jpg', 'teacher@mingde.demo/竖拍书架.jpg'],
    age: days(2),
    password: 'h3c9',
    endsIn: hours(20),
    isPreviewOnly: true,
    watermark: '明德学校',
    isWatermarkVisitor: true,
    visits: [1, 4],
    notices: [{ action: 'share_expiring', ago: hours(1) }],
  },
  {
    by: teacher,
    items: ['teacher@mingde.demo/教师手册.pdf'],
    age: days(9),
    password: 'b6t4',
    endsIn: days(30),
    isPreviewOnly: true,
    previews: { limit: 10, used: 10 },
    isVersionPinned: true,
    visits: [0, 2, 3, 6],
    notices: [{ action: 'share_limit', ago: days(1) }],
  },
  { by: teacher, items: ['teacher@mingde.demo/值班表.xlsx'], age: days(12), password: 'd2n8', endsIn: -days(5) },
  {
    by: teacher,
    items: ['teacher@mingde.demo/教案'],
    age: days(40),
    password: 'k5x3',
    closed: { by: teacher, ago: days(10) },
    visits: Array.from({ length: 20 }, (_, at) => (at < 12 ? 0 : 2)),
  },
  // The link's folder is in the trash.
  { by: teacher, items: ['teacher@mingde.demo/上学期备课'], age: days(50), password: 'w3e7' },
  {
    by: teacher,
    items: ['招生办公室/校园开放日'],
    age: days(1),
    access: 'company',
    password: 'f7p2',
    endsIn: days(13),
    isForwardDisabled: true,
    visits: [5, 9],
    visitors: ['liwei@mingde.demo', 'zhengkai@mingde.demo', 'hanmei@mingde.demo'],
  },
  {
    by: 'liwei@mingde.demo',
    items: ['招生办公室/2026 秋季报名'],
    age: days(3),
    password: 'r9v5',
    closed: { by: 'admin@mingde.demo', ago: days(2) },
    visits: [0, 0, 1, 3],
  },
  {
    by: 'admin@mingde.demo',
    items: ['admin@mingde.demo/签字页.jpg'],
    age: hours(30),
    access: 'collaborators',
    description: '请打印后签字。',
    password: 'z4j6',
    to: [teacher, 'student@mingde.demo'],
    endsIn: days(2),
  },
  {
    by: 'admin@yunzhou.demo',
    items: ['admin@yunzhou.demo/客户资料'],
    age: days(4),
    description: '合同与方案，请在本周内确认。',
    previews: { limit: 30, used: 12 },
    downloads: { limit: 5, used: 3 },
    endsIn: days(10),
    visits: [4, 3, 2, 6],
    visitors: ['admin@mingde.demo'],
  },
  { by: 'admin@yunzhou.demo', items: ['admin@yunzhou.demo/团队合影.jpg'], age: days(6), visits: [0, 1, 0, 2, 8] },
  { by: 'solo@personal.demo', items: ['solo@personal.demo/旅行照片'], age: days(1), visits: [2, 3] },
  {
    by: 'member@secure.demo',
    items: ['member@secure.demo/客户材料'],
    age: hours(5),
    access: 'company',
    password: 'v8g3',
    endsIn: days(3),
    isPreviewOnly: true,
    isForwardDisabled: true,
    previews: { limit: 20, used: 0 },
    watermark: '安衡金融 内部资料',
    isWatermarkVisitor: true,
    approval: { state: 1, by: 'office@secure.demo' },
  },
  {
    by: 'member@secure.demo',
    items: ['风险管理部/季度预算.xlsx'],
    age: days(2),
    access: 'company',
    password: 'c5y7',
    endsIn: days(1),
    isPreviewOnly: true,
    isForwardDisabled: true,
    previews: { limit: 20, used: 0 },
    isWatermarkVisitor: true,
    approval: { state: 3, by: 'office@secure.demo' },
  },
]
