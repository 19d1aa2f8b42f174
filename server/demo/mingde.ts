import { days, file, folder, hours, minutes, type Favourites, type SpaceSeed } from './seeds'

const teacher = 'teacher@mingde.demo'
const li = 'liwei@mingde.demo'
const sun = 'sunmin@mingde.demo'
const gao = 'gaoyuan@mingde.demo'
const luo = 'luoyi@mingde.demo'

/** 60 items: three pages of 25 */
const admissions: SpaceSeed = {
  of: '招生办公室',
  children: [
    folder(
      '宣讲会',
      hours(3),
      [
        file('宣讲会流程.md', 'admissions-guide.md', hours(3), { by: teacher }),
        file('主会场布置.jpg', 'classroom.jpg', days(2), { by: teacher }),
        file('签到表.xlsx', 'rota.xlsx', days(3), { by: sun }),
      ],
      { by: teacher },
    ),
    folder(
      '校园开放日',
      days(1),
      [
        file('合影.jpg', 'open-day.jpg', days(1), { by: teacher }),
        file('校门.jpg', 'campus-gate.jpg', days(1), { by: teacher }),
        file('图书馆（竖拍）.jpg', 'library.jpg', days(1), { by: sun }),
        file('实验室.jpg', 'lab.jpg', days(1), { by: sun }),
        file('现场视频.mp4', 'tour.mp4', days(1), { by: teacher }),
      ],
      { by: teacher },
    ),
    folder('2026 秋季报名', days(2), [
      file('报名名单.xlsx', 'applicants.xlsx', hours(5), { by: li }),
      file('报名须知.pdf', 'prospectus.pdf', days(9)),
    ]),
    folder('历年数据', days(18), [
      file('2017—2026 报名与录取.csv', 'enrolment.csv', days(18), { by: li }),
      file('2025 报名名单.xlsx', 'applicants.xlsx', days(40), { by: li }),
    ]),
    folder(
      '2019 招生归档',
      days(70),
      [
        file('报名名单.xlsx', 'applicants.xlsx', days(71), { by: li }),
        file('招生简章.pdf', 'prospectus.pdf', days(72)),
      ],
      { by: li, deleted: { by: li, ago: days(2) } },
    ),
    file('开放日海报（作废）.png', 'poster.png', days(6), { by: teacher, deleted: { by: teacher, ago: hours(2) } }),
    file('学年工作计划.docx', 'work-plan.docx', days(30), { deleted: { by: sun, ago: days(5) } }),
    folder('考务资料', days(26), [file('考场平面图.dxf', 'floor-plan.dxf', days(26), { by: gao })], { by: gao }),

    file('2026 年秋季招生简章（终稿）.pdf', 'prospectus.pdf', minutes(3), { tags: ['招生', '对外', '定稿', '2026'] }),
    file('宣讲会.pptx', 'briefing.pptx', hours(2), { by: teacher, tags: ['招生'] }),
    file('报名名单（截至今日）.xlsx', 'applicants.xlsx', hours(5), { by: li, lock: { kind: 1, by: li } }),
    file('招生工作指引.md', 'admissions-guide.md', hours(8)),
    file('问答手册.docx', 'admission-qa.docx', days(1), { by: teacher, tags: ['对外'] }),
    file('校园开放日-合影.jpg', 'open-day.jpg', days(1), { by: teacher }),
    file('校园开放日-校门.jpg', 'campus-gate.jpg', days(1), { by: teacher }),
    file('校园开放日-实验室.jpg', 'lab.jpg', days(1), { by: sun }),
    file('校园开放日-图书馆.jpg', 'library.jpg', days(1), { by: sun }),
    file('部门例会纪要 11-16.docx', 'meeting-minutes.docx', days(2), { by: teacher }),
    file('十一月值班表.xlsx', 'rota.xlsx', days(3), { by: sun }),
    file('关于校园开放日安排的通知.doc', 'notice.doc', days(3)),
    file('Q4 预算汇总.xlsx', 'budget.xlsx', days(4), { by: li, lock: { kind: 1, by: li } }),
    file('开放日海报（方案二）.png', 'poster.png', days(4), { by: teacher, tags: ['对外'] }),
    file('开放日海报（方案一）.png', 'poster.png', days(5), { by: teacher }),
    file('报名系统采购合同.pdf', 'contract.pdf', days(5)),
    file('供应商合作协议.docx', 'supplier-agreement.docx', days(6), { isEncrypted: true }),
    file('签字页扫描件.jpg', 'card-scan.jpg', days(6)),
    file('复试成绩单（密码 123456）.pdf', 'scores.pdf', days(7), { by: li }),
    file('周例会共享纪要.ydoc', 'minutes.ydoc', days(7), { by: teacher }),
    file('校歌旋律.mp3', 'anthem.mp3', days(8), { by: luo }),
    file('校歌歌词.txt', 'lyrics.txt', days(8), { by: luo }),
    file('学年工作计划.docx', 'work-plan.docx', days(9)),
    file('部门例会纪要 11-09.docx', 'meeting-minutes.docx', days(9), { by: teacher }),
    file('校园导览.mp4', 'tour.mp4', days(10), { by: teacher }),
    file('报名材料（老师发来）.zip', 'gbk.zip', days(11), { by: gao }),
    file('操场晚霞.jpg', 'playground.jpg', days(12), { by: luo }),
    file('远山.jpg', 'hills.jpg', days(13), { by: luo }),
    file('班会黑板.heic', 'board.heic', days(14), { by: luo }),
    file('志愿者排班.xlsx', 'rota.xlsx', days(15), { by: sun }),
    file('校徽.svg', 'badge.svg', days(15)),
    file('部门例会纪要 11-02.docx', 'meeting-minutes.docx', days(16), { by: teacher }),
    file('通讯录.txt', 'contacts-gbk.txt', days(17), { by: sun }),
    file('历年报名与录取.csv', 'enrolment.csv', days(18), { by: li }),
    file('考试日程.ics', 'term.ics', days(19), { by: gao }),
    file('面谈题目.docx', 'admission-qa.docx', days(20), { by: gao, isPreviewForbidden: true }),
    file('初中校走访照片.jpg', 'classroom.jpg', days(21), { by: teacher }),
    file('宣讲会（去年）.pptx', 'briefing.pptx', days(22), { by: teacher, tags: ['归档'] }),
    file('铃声.wav', 'bell.wav', days(23), { by: luo }),
    file('上传步骤.gif', 'guide.gif', days(24)),
    file('报名数据导入.py', 'import.py', days(25), { by: gao }),
    file('报名系统日志.log', 'service-log.txt', days(26), { by: gao }),
    file('报名系统配置.json', 'settings.json', days(26), { by: gao }),
    file('网站备份.tar.gz', 'backup.tar.gz', days(27), { by: gao }),
    file('教学楼三层平面图.dxf', 'floor-plan.dxf', days(28), { by: gao }),
    file('体育馆模型.rvt', 'gym.rvt', days(29), { by: gao }),
    file('2025 年招生简章.pdf', 'prospectus.pdf', days(31), { tags: ['归档'] }),
    file('2025 年工作计划.docx', 'work-plan.docx', days(33), { tags: ['归档'] }),
    file('2025 年预算.xlsx', 'budget.xlsx', days(35), { by: li, tags: ['归档'] }),
    file('去年开放日.mov', 'phone.mov', days(38), { by: teacher }),
    file('语音留言.m4a', 'memo.m4a', days(40), { by: teacher }),
    file('客户系统对比.xls', 'sales.xls', days(42), { by: gao }),
    file('招生网站横幅.webp', 'banner.webp', days(45)),
    file('夜景.jpg', 'skyline.jpg', days(50), { by: luo }),
    file('团队照片.jpg', 'team.jpg', days(56), { by: sun }),
  ],
}

const departments: readonly SpaceSeed[] = [
  {
    of: '明德学校',
    children: [file('关于期中考试安排的通知.doc', 'notice.doc', days(4)), file('学校标识.svg', 'badge.svg', days(30))],
  },
  {
    of: '教务处',
    children: [
      file('教务处工作计划.docx', 'work-plan.docx', days(6), { by: 'jiangtao@mingde.demo' }),
      file('全校课表.xlsx', 'rota.xlsx', days(11), { by: 'jiangtao@mingde.demo' }),
    ],
  },
  { of: '考务中心', children: [file('考场安排.xlsx', 'applicants.xlsx', days(5), { by: li })] },
  { of: '团委', children: [file('社团风采.jpg', 'team.jpg', days(8), { by: teacher })] },
  {
    of: '高三年级组',
    children: [
      file('毕业照拍摄安排.docx', 'meeting-minutes.docx', days(2)),
      file('志愿填报班会.jpg', 'classroom.jpg', days(3)),
      file('体检须知.pdf', 'handbook.pdf', days(7)),
    ],
  },
]

const people: readonly SpaceSeed[] = [
  {
    of: 'admin@mingde.demo',
    children: [
      folder(
        '宣传物料',
        hours(3),
        [
          folder('海报', days(2), [
            file('开放日海报.png', 'poster.png', days(2), { by: teacher }),
            file('横幅.webp', 'banner.webp', days(4)),
          ]),
          file('招生简章（印刷版）.pdf', 'prospectus.pdf', hours(3), { tags: ['定稿'] }),
          file('宣讲会.pptx', 'briefing.pptx', hours(6), { by: teacher }),
          file('校门.jpg', 'campus-gate.jpg', days(1), { by: teacher }),
          file('合影.jpg', 'open-day.jpg', days(1), { by: teacher }),
          file('导览视频.mp4', 'tour.mp4', days(6), { by: teacher }),
          file('文案.md', 'admissions-guide.md', days(8), { by: teacher }),
        ],
        {
          invitations: [
            { to: teacher, role: 'editor' },
            { to: 'student@mingde.demo', role: 'viewer' },
            { to: '宣讲团', role: 'previewer_uploader' },
          ],
        },
      ),
      folder(
        '招生系统建设',
        days(5),
        [
          file('需求说明书.docx', 'requirements.docx', days(5), { by: 'admin@yunzhou.demo' }),
          file('采购合同.pdf', 'contract.pdf', days(20)),
          file('接口配置.json', 'settings.json', days(6), { by: 'admin@yunzhou.demo' }),
        ],
        {
          invitations: [
            { to: 'admin@yunzhou.demo', role: 'viewer_uploader' },
            { to: li, role: 'coowner' },
          ],
        },
      ),
      folder(
        '会议纪要',
        days(2),
        [
          file('11-16 例会.docx', 'meeting-minutes.docx', days(2)),
          file('11-09 例会.docx', 'meeting-minutes.docx', days(9)),
        ],
        {
          invitations: [
            { to: 'student@mingde.demo', role: 'previewer', isPending: true, message: '请看看志愿者那一部分。' },
            { to: li, role: 'editor' },
            { to: sun, role: 'viewer', isOver: true, message: '会议记录在这里。' },
            { to: teacher, role: 'editor', isPending: true, message: '请补上宣讲会那一部分。' },
          ],
        },
      ),
      file('年度述职.docx', 'work-plan.docx', days(3)),
      file('签字页.jpg', 'card-scan.jpg', days(6)),
    ],
  },
  {
    of: teacher,
    children: [
      folder(
        '教案',
        days(1),
        [
          file('第一课 集合.docx', 'work-plan.docx', days(14)),
          file('课堂板书.heic', 'board.heic', days(1)),
          file('第一课 课件（旧）.pptx', 'briefing.pptx', days(30), { deleted: { by: sun, ago: hours(20) } }),
        ],
        {
          invitations: [
            { to: 'student@mingde.demo', role: 'viewer' },
            { to: sun, role: 'editor' },
          ],
        },
      ),
      folder(
        '社团活动',
        days(4),
        [file('合唱排练.m4a', 'memo.m4a', days(4)), file('活动照片.jpg', 'team.jpg', days(4))],
        {
          invitations: [
            { to: '学生志愿者', role: 'viewer_uploader' },
            { to: 'solo@personal.demo', role: 'viewer' },
          ],
        },
      ),
      folder('家访记录', days(15), [], {
        invitations: [{ to: 'student@mingde.demo', role: 'viewer', isPending: true, message: '欢迎一起整理。' }],
      }),
      folder(
        '上学期备课',
        days(120),
        [file('教学进度.xlsx', 'rota.xlsx', days(121)), file('期末复习.docx', 'work-plan.docx', days(122))],
        { deleted: { ago: days(3) } },
      ),
      file('草稿.txt', 'lyrics.txt', days(9), { deleted: { ago: minutes(25) } }),
      file('模糊的照片.jpg', 'library.jpg', days(12), { deleted: { ago: days(12) } }),
      file('宣讲稿.md', 'admissions-guide.md', hours(4)),
      file('校园晚霞.jpg', 'playground.jpg', days(2)),
      file('竖拍书架.jpg', 'library.jpg', days(2)),
      file('值班表.xlsx', 'rota.xlsx', days(3)),
      file('教师手册.pdf', 'handbook.pdf', days(10)),
    ],
  },
  {
    of: 'student@mingde.demo',
    children: [
      folder('作业', days(1), [
        file('数学作业.jpg', 'card-scan.jpg', days(1)),
        file('英语听力.mp3', 'anthem.mp3', days(3)),
      ]),
      file('社团海报.png', 'poster.png', days(5)),
      file('错题.jpg', 'card-scan.jpg', days(8), { deleted: { ago: days(1) } }),
      file('读书笔记.txt', 'lyrics.txt', days(7)),
    ],
  },
]

export const mingdeSpaces: readonly SpaceSeed[] = [admissions, ...departments, ...people]

export const mingdeFavourites: Favourites = {
  'admin@mingde.demo': [
    '招生办公室/2026 年秋季招生简章（终稿）.pdf',
    '招生办公室',
    'admin@mingde.demo/宣传物料',
    '招生办公室/校园开放日-合影.jpg',
    '招生办公室/Q4 预算汇总.xlsx',
    '招生办公室/校园导览.mp4',
    '招生办公室/供应商合作协议.docx',
    'admin@mingde.demo/会议纪要',
  ],
  [teacher]: [
    'admin@mingde.demo/宣传物料',
    '招生办公室/2026 年秋季招生简章（终稿）.pdf',
    '招生办公室',
    '招生办公室/校园开放日-合影.jpg',
    '招生办公室/Q4 预算汇总.xlsx',
    'admin@yunzhou.demo/角色演示',
    'external/云舟科技',
    `${teacher}/教案`,
    '招生办公室/问答手册.docx',
    '招生办公室/校园导览.mp4',
    '招生办公室/供应商合作协议.docx',
  ],
  'student@mingde.demo': [
    `${teacher}/教案`,
    '高三年级组',
    '高三年级组/志愿填报班会.jpg',
    'admin@mingde.demo/宣传物料/宣讲会.pptx',
    'student@mingde.demo/作业',
    // A folder that was closed to them, and a deleted file.
    'admin@mingde.demo/会议纪要',
    'student@mingde.demo/错题.jpg',
  ],
}
