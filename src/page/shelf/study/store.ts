/**
 * Stores the studies. Every change is written at once, one after another. Changes that are unwritten when the page
 * closes go to localStorage, where the next visit finds them. Each write checks whether another tab has changed the
 * study: if so, this tab's version becomes a separate study.
 */
import type { TreeNode } from '../../../play/review/tree.ts';
import { Model } from '../../state/model.ts';
import { Records, restorableSince } from '../../state/records.ts';
import {
  forget,
  keep,
  keeping,
  keptNames,
  newId,
  readKept,
  readKeptInTab,
  rememberInTab,
} from '../../state/storage.ts';
import {
  contentOf,
  contentOfSgf,
  nameTree,
  nextRecord,
  type OpenStudy,
  type StudyContent,
  type StudyRecord,
  titleOf,
  treeOfStudy,
} from './record.ts';

/** Followed by the id of a study with a change that was unwritten when the page closed. */
const UNSAVED = 'unsaved.';
/** Names of tasks that the browser can refuse. */
const STUDIES = 'studies';
const DELETING = 'deleting';

/** The name of the open study in the storage. */
const OPEN = 'open-study';
/** The name of the only study of earlier versions. */
const EARLIER = 'study';

interface Unsaved {
  readonly study: OpenStudy;
  readonly content: StudyContent;
}

export class StudyStore extends Model {
  private readonly records = new Records<StudyRecord>('studies', { hold: (id, record) => this.hold(id, record) });
  private readonly known = new Map<string, StudyRecord>();
  /** One handle per study: two would not see each other's changes. */
  private readonly opened = new Map<string, OpenStudy>();
  /** Unwritten changes. */
  private readonly waiting = new Map<OpenStudy, () => StudyContent>();
  private writing: Promise<void> | null = null;
  /** Why the last attempt to write failed; null: it did not. */
  private problem: unknown = null;
  /** Title of the copy with this tab's version, after a conflict with another tab; null: no conflict. */
  copiedAs: string | null = null;
  readonly loaded: Promise<void>;

  constructor() {
    super();
    addEventListener('pagehide', () => this.leave());
    addEventListener('pageshow', () => void this.write());
    addEventListener('beforeunload', (event) => {
      if (this.waiting.size > 0 && this.problem !== null) event.preventDefault();
    });
    this.loaded = this.load();
  }

  /** The studies, the last changed one first. */
  get list(): StudyRecord[] {
    return this.sorted.filter(({ deletedAt }) => deletedAt === null);
  }

  get deleted(): StudyRecord[] {
    return this.sorted.filter(({ deletedAt }) => deletedAt !== null);
  }

  private get sorted(): StudyRecord[] {
    return [...this.known.values()].sort((a, b) => b.changedAt - a.changedAt);
  }

  dismissCopy(): void {
    this.copiedAs = null;
    this.changed();
  }

  /** @param link that it is begun from, or null @returns a study that is not stored yet */
  begin(link: string | null): OpenStudy {
    return this.handle(newId(), link);
  }

  /**
   * @returns a stored study to continue, and the position that was on its board
   * @throws UserError if it is unreadable
   */
  open(record: StudyRecord): { readonly study: OpenStudy; readonly node: TreeNode } {
    const study = this.handle(record.id, record.link);
    const unsaved = this.waiting.get(study);
    const node = treeOfStudy(unsaved?.() ?? record);
    if (unsaved === undefined) study.revision = record.revision;
    return { study, node };
  }

  /** @returns the study that was begun from a link; null if there is none */
  ofLink(link: string): StudyRecord | null {
    return this.list.find((record) => record.link === link) ?? null;
  }

  /** @returns the study with the same content as a tree; null if there is none */
  same(node: TreeNode): StudyRecord | null {
    const { sgf } = contentOf(node);
    return this.list.find((record) => record.sgf === sgf) ?? null;
  }

  /** @returns the study that was open last, in this tab if it had one; null if there is none */
  get last(): StudyRecord | null {
    const id = readKeptInTab(OPEN);
    return this.list.find((record) => record.id === id) ?? this.list[0] ?? null;
  }

  noteOpen({ id }: OpenStudy): void {
    if (readKeptInTab(OPEN) !== id) rememberInTab(OPEN, id);
  }

  /** @returns the newer version of a study from another tab; null: none */
  newerThan(study: OpenStudy): StudyRecord | null {
    const record = this.known.get(study.id);
    if (record === undefined || record.deletedAt !== null || record.revision <= study.revision) return null;
    return this.waiting.has(study) ? null : record;
  }

  /** Whether a study is stored, or about to be. */
  isKept(study: OpenStudy): boolean {
    return study.revision > 0 || this.waiting.has(study);
  }

  /** @param node the position on the board */
  save(study: OpenStudy, node: TreeNode): void {
    this.waiting.set(study, () => contentOf(node));
    void this.write();
  }

  /** @throws UserError if it is unreadable */
  rename(record: StudyRecord, name: string): void {
    const { study, node } = this.open(record);
    nameTree(node, name);
    this.save(study, node);
  }

  async setDeleted(id: string, isDeleted: boolean): Promise<void> {
    await this.write();
    const deletedAt = isDeleted ? Date.now() : null;
    const change = (stored: StudyRecord | null) => stored && { ...stored, deletedAt, revision: stored.revision + 1 };
    await keeping.watch(DELETING, this.records.change(id, change));
  }

  removeForGood(id: string): Promise<void> {
    return keeping.watch(
      DELETING,
      this.records.replace(id, () => []),
    );
  }

  private hold(id: string, record: StudyRecord | null): void {
    if (record === null) this.known.delete(id);
    else this.known.set(id, record);
    this.changed();
  }

  private async load(): Promise<void> {
    await keeping.watch(STUDIES, this.records.load());
    for (const { id, deletedAt } of this.deleted) {
      if (deletedAt !== null && deletedAt < restorableSince()) await this.removeForGood(id);
    }
    this.takeOver();
    await this.write();
  }

  /** Imports the study of an earlier version, and changes that did not reach the database. */
  private takeOver(): void {
    const earlier = readKept(EARLIER);
    const left = keptNames(UNSAVED).map((name) => readKept(name) as Unsaved);
    if (typeof earlier === 'string') {
      left.push({ study: { id: 'earlier', revision: 0, link: null }, content: contentOfSgf(earlier) });
    }
    for (const { study, content } of left) {
      const handle = this.handle(study.id, study.link);
      handle.revision = study.revision;
      this.waiting.set(handle, () => content);
    }
  }

  /** Lists a study that is not stored yet, so that it can be opened and saved as a file. */
  private listUnsaved({ id, link, revision }: OpenStudy, content: StudyContent): void {
    const known = this.known.get(id) ?? { id, link, revision, changedAt: Date.now(), deletedAt: null };
    this.known.set(id, { ...known, ...content });
  }

  /** Writes all unwritten changes, one study after another. */
  write(): Promise<void> {
    this.writing ??= this.writeAll();
    return this.writing;
  }

  private async writeAll(): Promise<void> {
    // Lets the caller note first that writing has begun.
    await null;
    const refused = new Set<() => StudyContent>();
    this.problem = null;
    for (;;) {
      const next = [...this.waiting].find(([, content]) => !refused.has(content));
      if (next === undefined) break;
      const [study, content] = next;
      try {
        await this.writeOne(study, content());
        // A newer change stays.
        if (this.waiting.get(study) === content) this.waiting.delete(study);
      } catch (error) {
        refused.add(content);
        this.problem = error;
      }
    }
    this.writing = null;
    keeping.report(STUDIES, this.problem);
    this.changed();
  }

  /** @throws DOMException if the browser refuses */
  private async writeOne(study: OpenStudy, content: StudyContent): Promise<void> {
    const { id } = study;
    this.listUnsaved(study, content);
    const written = await this.records.change(id, (stored) => nextRecord(stored, study, content, Date.now()));
    if (written === null) await this.writeCopy(study, content);
    else study.revision = written.revision;
    forget(UNSAVED + id);
    if (id === 'earlier') forget(EARLIER);
  }

  /** Another tab has changed the study: this tab's version continues as a separate one. */
  private async writeCopy(study: OpenStudy, content: StudyContent): Promise<void> {
    const stored = await this.records.get(study.id);
    if (stored !== null) this.known.set(study.id, stored);
    const name = this.freeName(titleOf(content));
    this.opened.delete(study.id);
    study.id = newId();
    study.revision = 0;
    this.opened.set(study.id, study);
    this.copied?.(study, name);
    await this.writeOne(study, renamed(content, name));
    this.copiedAs = name;
    this.changed();
  }

  /** Called with a study that continues under another name. */
  copied: ((study: OpenStudy, name: string) => void) | null = null;

  private freeName(title: string): string {
    const base = title.replace(/ \(\d+\)$/, '');
    const taken = new Set([...this.known.values()].map(titleOf));
    for (let i = 2; ; i++) if (!taken.has(`${base} (${i})`)) return `${base} (${i})`;
  }

  /** Saves unwritten changes when the page closes, as there may be no time for the database. */
  private leave(): void {
    for (const [study, content] of this.waiting) {
      keep(UNSAVED + study.id, { study, content: content() } satisfies Unsaved);
    }
  }

  private handle(id: string, link: string | null): OpenStudy {
    const study = this.opened.get(id) ?? { id, revision: 0, link };
    this.opened.set(id, study);
    return study;
  }
}

function renamed(content: StudyContent, name: string): StudyContent {
  if (content.variant === null) return { ...content, name };
  const tree = treeOfStudy(content);
  nameTree(tree, name);
  return contentOf(tree);
}
