"""把报名表导入数据库，重复的准考证号跳过。"""
import csv
import sys


def rows(path):
    with open(path, encoding="utf-8-sig", newline="") as source:
        yield from csv.DictReader(source)


def main(path):
    seen = set()
    for row in rows(path):
        number = row["准考证号"]
        if number in seen:
            print(f"重复：{number}", file=sys.stderr)
            continue
        seen.add(number)
    print(f"共 {len(seen)} 人")


if __name__ == "__main__":
    main(sys.argv[1])
