import { days, file, folder, hours, type Favourites, type SpaceSeed } from './seeds'

/** The personal user, and enterprises that each show one state. */
export const otherSpaces: readonly SpaceSeed[] = [
  {
    of: 'solo@personal.demo',
    children: [
      folder(
        '旅行照片',
        days(2),
        [
          file('远山.jpg', 'hills.jpg', days(2)),
          file('夜景.jpg', 'skyline.jpg', days(2)),
          file('手机竖拍.mov', 'phone.mov', days(3)),
        ],
        {
          invitations: [
            { to: 'teacher@mingde.demo', role: 'viewer' },
            { to: 'viewer@yunzhou.demo', role: 'viewer' },
          ],
        },
      ),
      folder('证件', days(20), [file('协议扫描件.jpg', 'card-scan.jpg', days(20))]),
      file('家庭账本.xlsx', 'budget.xlsx', hours(6)),
      file('去年的账本.xlsx', 'budget.xlsx', days(300), { deleted: { ago: days(6) } }),
      file('播客草稿.m4a', 'memo.m4a', days(5)),
      file('读书笔记.md', 'release-checklist.md', days(8)),
    ],
  },
  {
    of: '海岳设计院',
    children: [
      file('设计规范.pdf', 'handbook.pdf', days(4)),
      folder('公共图库', days(6), [file('校园.jpg', 'campus-gate.jpg', days(6))]),
    ],
  },
  {
    of: '建筑一所',
    children: [
      file('三层平面.dxf', 'floor-plan.dxf', days(1), { by: 'member@closed.demo' }),
      file('体育馆.rvt', 'gym.rvt', days(3)),
    ],
  },
  {
    of: 'member@closed.demo',
    children: [folder('旧资料', days(50), [file('施工说明.docx', 'requirements.docx', days(50))])],
  },
  { of: '旧港物流', children: [file('运价表.xls', 'sales.xls', days(40))] },
  { of: 'member@expired.demo', children: [folder('合同', days(45), [file('运输合同.pdf', 'contract.pdf', days(45))])] },
  {
    of: '风险管理部',
    children: [
      file('风险报告.pdf', 'handbook.pdf', days(1), { isEncrypted: true, tags: ['机密'] }),
      file('季度预算.xlsx', 'budget.xlsx', days(2), { lock: { kind: 1, by: 'office@secure.demo' } }),
    ],
  },
  {
    of: 'member@secure.demo',
    children: [
      folder('客户材料', days(2), [file('尽调清单.docx', 'requirements.docx', days(2), { isEncrypted: true })]),
      file('收到的附件（扫描中）.zip', 'gbk.zip', hours(1), { isBeingScanned: true }),
      file('会议纪要.docx', 'meeting-minutes.docx', days(3), { shareDisabledFor: 'members' }),
    ],
  },
  {
    of: '新芽工作室',
    children: [
      file('欢迎使用.md', 'release-checklist.md', days(3)),
      folder('项目资料', days(2), [file('活动方案.docx', 'requirements.docx', days(2))]),
    ],
  },
  {
    of: 'newcomer@xinya.demo',
    children: [folder('我的草稿', hours(20), []), file('入职须知.pdf', 'handbook.pdf', days(1))],
  },
]

export const otherFavourites: Favourites = {
  'solo@personal.demo': [
    'solo@personal.demo/旅行照片',
    'solo@personal.demo/家庭账本.xlsx',
    'solo@personal.demo/旅行照片/远山.jpg',
  ],
  'member@closed.demo': ['建筑一所', '海岳设计院/设计规范.pdf', '海岳设计院/公共图库', '建筑一所/三层平面.dxf'],
  'member@expired.demo': ['旧港物流', 'member@expired.demo/合同', '旧港物流/运价表.xls'],
  'member@secure.demo': [
    '风险管理部',
    'member@secure.demo/客户材料',
    'member@secure.demo/会议纪要.docx',
    '风险管理部/季度预算.xlsx',
  ],
  'newcomer@xinya.demo': ['新芽工作室', '新芽工作室/项目资料', 'newcomer@xinya.demo/入职须知.pdf'],
}
