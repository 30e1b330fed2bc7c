/** The lessons: which one is open, the learner's last move, and the lessons that are done. */
import type { XY } from '../../../core/point.ts';
import { gameOfLesson, judgeLesson, LESSONS, type Lesson, type LessonAnswer } from '../../../play/problems/lessons.ts';
import type { GameState } from '../../../play/state/game-state.ts';
import { isLegal } from '../../../rules/index.ts';
import { StateModel } from '../../state/model.ts';
import { keep, readKept } from '../../state/storage.ts';

/** Name in the browser's storage: the ids of the lessons that are done. */
const DONE = 'lessons';

interface LearnState {
  readonly lesson: Lesson;
  readonly game: GameState;
  /** The learner's last move; null: none yet. */
  readonly tried: { readonly point: XY; readonly answer: LessonAnswer } | null;
  readonly done: ReadonlySet<string>;
}

export class LearnModel extends StateModel<LearnState> {
  constructor(id: string) {
    const done = readDone();
    const lesson = LESSONS.find((one) => one.id === id) ?? LESSONS.find((one) => !done.has(one.id)) ?? LESSONS[0];
    super({ ...opened(lesson), done });
  }

  get isRight(): boolean {
    return this.shown.tried?.answer === null;
  }

  /** The lesson after the one that is open; null: it is the last one. */
  get next(): Lesson | null {
    return LESSONS[LESSONS.indexOf(this.shown.lesson) + 1] ?? null;
  }

  /** @param id of a lesson; another text opens none */
  open(id: string): void {
    const lesson = LESSONS.find((one) => one.id === id);
    if (lesson !== undefined) this.set(opened(lesson));
  }

  /** Judges the learner's move; ignores an occupied point. */
  play(point: XY): void {
    const { lesson, game, done } = this.shown;
    if (this.isRight || !isLegal(game.position, point.x, point.y)) return;
    const answer = judgeLesson(lesson, game, point);
    this.set({ tried: { point, answer } });
    if (answer !== null || done.has(lesson.id)) return;
    // Another tab may have done others.
    const all = new Set([...readDone(), lesson.id]);
    keep(DONE, [...all]);
    this.set({ done: all });
  }
}

function opened(lesson: Lesson): Pick<LearnState, 'lesson' | 'game' | 'tried'> {
  return { lesson, game: gameOfLesson(lesson), tried: null };
}

function readDone(): ReadonlySet<string> {
  const kept = readKept(DONE);
  return new Set(Array.isArray(kept) ? LESSONS.map(({ id }) => id).filter((id) => kept.includes(id)) : []);
}
