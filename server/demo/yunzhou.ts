import type { Role } from '@/contract/entities'
import {
  days,
  file,
  folder,
  hours,
  minutes,
  type Favourites,
  type FolderSeed,
  type Seed,
  type SpaceSeed,
} from './seeds'

const admin = 'admin@yunzhou.demo'
const he = 'hejun@yunzhou.demo'
const yang = 'yangfan@yunzhou.demo'

/** Roles on 角色演示, each with an account whose login names the role. */
const shownRoles: readonly Role[] = [
  'coowner',
  'editor',
  'viewer_uploader',
  'viewer',
  'previewer_uploader',
  'previewer',
  'uploader',
  'reset',
]

const longName = `${'这个文件的名字很长，用来看列表、标题和弹窗怎样截断它；'.repeat(9)}`.slice(0, 218)

/** Each extension category, and pictures that need special handling. */
const kinds: readonly Seed[] = [
  file('产品介绍.pdf', 'prospectus.pdf', minutes(12), { by: he }),
  file('发布会.pptx', 'launch.pptx', hours(1)),
  file('需求说明书.docx', 'requirements.docx', hours(2)),
  file('报价.xlsx', 'budget.xlsx', hours(3)),
  file('旧版通知.doc', 'notice.doc', days(9)),
  file('旧版销售表.xls', 'sales.xls', days(9)),
  file('共享纪要.ydoc', 'minutes.ydoc', hours(9)),
  file('发布检查表.md', 'release-checklist.md', hours(4)),
  file('歌词.txt', 'lyrics.txt', days(2)),
  file('GBK 编码的文本.txt', 'contacts-gbk.txt', days(2)),
  file('导入脚本.py', 'import.py', days(3)),
  file('团队.jpg', 'team.jpg', days(1), { about: '竖拍，按 EXIF 旋转显示' }),
  file('城市夜景.jpg', 'skyline.jpg', days(1)),
  file('倒置的远山.jpg', 'hills.jpg', days(2), { about: '相机倒置，按 EXIF 旋转 180°' }),
  file('苹果手机照片.heic', 'board.heic', days(2)),
  file('透明图标.png', 'icon.png', days(3)),
  file('动图.gif', 'guide.gif', days(3)),
  file('横幅.webp', 'banner.webp', days(3)),
  file('矢量标志.svg', 'badge.svg', days(3)),
  file('损坏的照片.jpg', 'broken.jpg', days(4)),
  file('产品演示.mp4', 'tour.mp4', days(4)),
  file('手机竖拍.mov', 'phone.mov', days(4)),
  file('会议录音.mp3', 'anthem.mp3', days(5)),
  file('语音备忘.m4a', 'memo.m4a', days(5)),
  file('中文名压缩包.zip', 'gbk.zip', days(6)),
  file('网站备份.tar.gz', 'backup.tar.gz', days(6)),
  file('楼层平面.dxf', 'floor-plan.dxf', days(7)),
  file('体育馆.rvt', 'gym.rvt', days(7)),
  file('日程.bak', 'term.ics', days(8)),
  file('空白.txt', 'empty.txt', days(8)),
]

const states: readonly Seed[] = [
  file('薪酬方案（加密）.pdf', 'handbook.pdf', hours(5), { isEncrypted: true }),
  file('需要密码才能打开 123456.pdf', 'scores.pdf', hours(5)),
  file('年度预算（他人锁定）.xlsx', 'budget.xlsx', hours(6), { by: he, lock: { kind: 1, by: he } }),
  file('发布计划（他人正在编辑）.docx', 'requirements.docx', hours(6), { by: he, lock: { kind: 3, by: he } }),
  file('采购合同（审批中）.pdf', 'contract.pdf', hours(7), { lock: { kind: 2, by: yang } }),
  file('外部投递（扫描中）.zip', 'gbk.zip', hours(7), { isBeingScanned: true }),
  file('复试成绩（禁止预览）.pdf', 'release-notes.pdf', hours(8), { isPreviewForbidden: true }),
  file('不可分享.pdf', 'handbook.pdf', days(1), { shareDisabledFor: 'all' }),
  file('成员不可分享.pdf', 'handbook.pdf', days(1), { shareDisabledFor: 'members' }),
  file('四个标签.png', 'poster.png', days(1), { tags: ['设计', '对外', '定稿', '3.0'] }),
  file('客户方案.docx', 'proposal-3.docx', hours(10), { by: he, before: ['proposal-1.docx', 'proposal-2.docx'] }),
  file(`${longName}.txt`, 'receipt.txt', days(2)),
]

const roleDemo = folder(
  '角色演示',
  hours(1),
  [
    ...kinds,
    ...states,
    file('试用反馈（旧）.docx', 'requirements.docx', days(20), {
      by: 'teacher@mingde.demo',
      deleted: { by: 'teacher@mingde.demo', ago: hours(6) },
    }),
    file('流程图（旧）.png', 'poster.png', days(20), { deleted: { by: 'editor@yunzhou.demo', ago: days(1) } }),
    folder('2.0 资料', days(90), [file('需求说明书.docx', 'requirements.docx', days(91), { by: he })], {
      deleted: { by: he, ago: days(4) },
    }),
    folder('一万个文件', days(10), [], { crowd: { stem: '报名回执-', sample: 'receipt.txt' } }),
    folder('空文件夹', days(11), []),
    nested(['逐级目录', '二级', '三级', '四级', '五级', '六级', '七级', '八级', '九级']),
  ],
  {
    about: '每种角色、每类文件、每种状态各有一份',
    invitations: [
      ...shownRoles.map((role) => ({ to: `${role}@yunzhou.demo`, role })),
      { to: he, role: 'editor' },
      { to: 'teacher@mingde.demo', role: 'editor' },
    ],
  },
)

/** Nested folders, deeper than a phone's stack of pages. */
function nested([name = '', ...below]: readonly string[]): FolderSeed {
  return folder(name, days(12), below.length > 0 ? [nested(below)] : [file('到底了.txt', 'lyrics.txt', days(12))])
}

const departments: readonly SpaceSeed[] = [
  {
    of: '云舟科技',
    children: [
      file('员工手册.pdf', 'handbook.pdf', days(20)),
      file('新员工培训（上）.pptx', 'training.pptx', days(23)),
    ],
  },
  {
    of: '产品设计部',
    children: [
      folder('3.0 设计稿', days(2), [
        file('图标.png', 'icon.png', days(2), { by: 'xuelin@yunzhou.demo' }),
        file('横幅.webp', 'banner.webp', days(3), { by: 'xuelin@yunzhou.demo' }),
      ]),
      file('需求说明书.docx', 'requirements.docx', days(4), { by: 'coowner@yunzhou.demo' }),
      file('发布会.pptx', 'launch.pptx', days(5), { by: 'editor@yunzhou.demo' }),
    ],
  },
  {
    of: '研发中心',
    children: [
      file('发布检查表.md', 'release-checklist.md', days(1), { by: he }),
      file('Release notes 3.0.pdf', 'release-notes.pdf', days(2), { by: he }),
      file('服务日志.log', 'service-log.txt', days(3), { by: he }),
    ],
  },
  {
    of: '市场部',
    children: [
      file('第三季度销售.xls', 'sales.xls', days(12), { by: yang }),
      file('城市夜景.jpg', 'skyline.jpg', days(16), { by: yang }),
    ],
  },
  { of: '人事行政部', children: [file('考勤制度.pdf', 'handbook.pdf', days(25))] },
]

const people: readonly SpaceSeed[] = [
  {
    of: admin,
    children: [
      roleDemo,
      folder(
        '客户资料',
        days(3),
        [file('明德学校 合同.pdf', 'contract.pdf', days(30)), file('客户方案.docx', 'proposal-2.docx', days(3))],
        { invitations: [{ to: '发布小组', role: 'editor' }] },
      ),
      file('团队合影.jpg', 'team.jpg', days(6)),
      file('报价（作废）.xlsx', 'budget.xlsx', days(8), { deleted: { ago: days(2) } }),
    ],
  },
  ...shownRoles.map((role) => ({
    of: `${role}@yunzhou.demo`,
    children: [
      folder('我的资料', days(4), [
        file('新员工培训（上）.pptx', 'training.pptx', days(14)),
        file('证件照.jpg', 'card-scan.jpg', days(14)),
      ]),
      file('周报.docx', 'meeting-minutes.docx', days(2)),
      file('桌面壁纸.jpg', 'hills.jpg', days(9)),
    ],
  })),
]

export const yunzhouSpaces: readonly SpaceSeed[] = [...departments, ...people]

const departmentOf: Partial<Record<Role, string>> = {
  coowner: '产品设计部',
  editor: '交互设计组',
  viewer_uploader: '产品设计部',
  viewer: '客户端组',
  previewer_uploader: '研发中心',
  previewer: '服务端组',
}

/** The user without access to 角色演示 still has favourites in it, which shows a lost right in the frequent space. */
export const yunzhouFavourites: Favourites = {
  [admin]: [
    `${admin}/角色演示`,
    `${admin}/角色演示/产品介绍.pdf`,
    '云舟科技',
    'admin@mingde.demo/招生系统建设',
    `${admin}/团队合影.jpg`,
  ],
  ...Object.fromEntries(
    shownRoles.map((role) => [
      `${role}@yunzhou.demo`,
      [
        `${admin}/角色演示`,
        ...(role === 'reset' ? [] : [`${admin}/角色演示/产品介绍.pdf`, `${admin}/角色演示/团队.jpg`]),
        departmentOf[role] ?? '市场部',
        `${role}@yunzhou.demo/我的资料`,
        `${role}@yunzhou.demo/周报.docx`,
      ],
    ]),
  ),
}
