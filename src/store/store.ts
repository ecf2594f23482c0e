// The store as the rest of the program sees it: small typed parts over one connection, which is not exposed.

import { bind } from './bind.ts';
import { backUp, cleanCopiesOneByOne, copiesAreBehind, forgetEverywhere } from './copies/all-copies.ts';
import { writeHighWater } from './copies/repair.ts';
import { delayedForgets, forgetLater, hiddenMemories, undoForget } from './forgetting/delayed.ts';
import { findContaining, forgetExamples, hostFilesOf } from './forgetting/find.ts';
import { dueToForget, forget, wipeFreed } from './forgetting/forget.ts';
import { reachOf } from './forgetting/reach.ts';
import { countRedactable, redactStore } from './forgetting/redact.ts';
import { isForgotten, isForgottenSession } from './forgetting/tombstones.ts';
import { branchOfTurn } from './ledger/branches.ts';
import { dataVersion, eventsSince, lastIds, stateOf } from './ledger/changes.ts';
import {
  appendEvent,
  eventsOfJob,
  eventsOfSession,
  eventsOfTurn,
  notesOfTurn,
  sessionOfToolCall,
  subagentStops,
  unsettledCall,
} from './ledger/events.ts';
import { hostActivity } from './ledger/host-activity.ts';
import {
  completeImported,
  importedJobs,
  importProgress,
  markImported,
  onlyProjectNamed,
  raisePromptCount,
  releaseToModel,
  unfinishedImports,
  waitingSize,
} from './ledger/imported-sessions.ts';
import { injectionsOf, lastInjectionOfProject, openTurns, recordInjection, shownOf } from './ledger/injections.ts';
import { forgetSinceStop } from './ledger/late-prompts.ts';
import { mergeProjects, undoMerge } from './ledger/merge-projects.ts';
import { pastSessions } from './ledger/past-sessions.ts';
import {
  addProjectName,
  ensureProject,
  findProject,
  listProjects,
  projectLabels,
  projectNamed,
  projectNames,
  projectOfId,
  projectsNamed,
  projectsOfName,
  renameProject,
} from './ledger/projects.ts';
import { dropOldPayloads } from './ledger/retention.ts';
import { completeStarted, isAbsorbed, learnBranch, matchesCallWithoutId } from './ledger/second-sighting.ts';
import {
  activeSessions,
  listSessions,
  promptOfTurn,
  promptsOfSession,
  sessionCounts,
  sessionOverview,
  sessionsSince,
  turnAt,
} from './ledger/session-list.ts';
import {
  ancestors,
  completeSession,
  countByHost,
  ensureSession,
  findSession,
  interruptSilentSessions,
  promptCount,
  reopenSession,
  reviveSession,
  sessionNamed,
  sessionsOfProject,
  sessionsToReconcile,
  sessionsWithTranscript,
  setParent,
  setStartSource,
  setTitle,
  startedBefore,
} from './ledger/sessions.ts';
import { missedSearches, toldByDay } from './ledger/told.ts';
import { claimRecord, loadCursor, ownerOf, saveCursor } from './ledger/transcripts.ts';
import { callsOfSession, evidenceOfTurn, spansOfSession } from './ledger/turn-tools.ts';
import {
  findPromptRow,
  findTurn,
  forgetPrivateSpan,
  knowsPromptId,
  recordPrivateTurn,
  recordPrompt,
  unseePrompts,
} from './ledger/turns.ts';
import { activity, findingsByProject, memoriesBefore, turnsByDay } from './memories/activity.ts';
import { commitJob, commitTurn, titlesOfSession } from './memories/commit.ts';
import { uncommittedFindings } from './memories/commit-ties.ts';
import { countAll, countByDay, countByType, learnedSince } from './memories/counts.ts';
import {
  busiestFiles,
  editedAt,
  eventsOfObservation,
  listFiles,
  mainFiles,
  relatedTo,
  supersededBy,
} from './memories/detail.ts';
import { bringBack, editObservation, editSummary, hideMemory, pinMemory, supersede } from './memories/edit.ts';
import { dropMemoryFile, knownMemoryFiles, placesOfHost, putMemoryFile } from './memories/host-memories.ts';
import { insertObservation } from './memories/insert.ts';
import { lastWork, openEnds, worth } from './memories/left-off.ts';
import { listByIds, listMemories, listSince } from './memories/list.ts';
import { near } from './memories/near.ts';
import { profileCommands, readProfile } from './memories/profile.ts';
import { createMemoryReader } from './memories/read.ts';
import { addRule, changeRule, findRule, isRule, listRules, switchRuleOn } from './memories/rules.ts';
import { readStats } from './memories/stats.ts';
import { previousSummary } from './memories/summaries.ts';
import { titleOfTurn, turnsBefore } from './memories/turns-before.ts';
import { endsItsTurn, isCheckpoint, summedUpTo } from './queue/checkpoints.ts';
import {
  abortSession,
  claimableByImport,
  claimImported,
  claimJob,
  enqueue,
  failedJobs,
  failJob,
  makeReadyIfOver,
  nextDue,
  reachBack,
  recoverJobs,
  releaseJob,
  retryFailed,
  runAllNow,
} from './queue/jobs.ts';
import { clearNotice, putNotice, readNotices } from './queue/notices.ts';
import { claimOutdated, keepOutdated, outdatedOf, outdatedTurns, summedUpBy } from './queue/outdated.ts';
import { keepAsIs, nextToRecompress, requestRecompress } from './queue/recompress.ts';
import { lastModelError, oldestWaiting, queueState } from './queue/state.ts';
import { clearUnreadable, countUnreadable, keepUnreadable } from './queue/unreadable-answers.ts';
import { lastCalls, recordCall, spentByDay, spentSince } from './queue/usage.ts';
import { createSearchStore } from './search/index.ts';
import { beginMerge, mergeOn } from './search/merge-lists.ts';
import { type Database, transact } from './sqlite/connect.ts';
import { checkIntegrity, checkThoroughly, lastChecked, noteChecked } from './sqlite/integrity.ts';
import { applyPulled } from './sync/apply.ts';
import { dropFromOutbox, nextToSend, outboxState, settle, wouldSend } from './sync/outbox.ts';
import { authors, forgetOnServer, localIdOf, ofColleagues, setPrivate, sharedMemory } from './sync/private.ts';
import {
  leaveTeam,
  offerAgain,
  setSince,
  sharedProjects,
  shareProject,
  unshareProject,
  updateRoles,
} from './sync/projects.ts';
import { readSyncState, writeSyncState } from './sync/state.ts';
import { countRows, exportRows, storeState } from './transfer/export-rows.ts';
import { createRowImport } from './transfer/import-rows.ts';
import { readableMemories } from './transfer/readable.ts';
import { createVectorStore } from './vectors/index.ts';

/** All parts of the store, on an open connection. */
export function storeOn(db: Database) {
  return {
    projects: bind(db, {
      ensure: ensureProject,
      find: findProject,
      ofId: projectOfId,
      ofName: projectsOfName,
      addName: addProjectName,
      named: projectNamed,
      allNamed: projectsNamed,
      list: listProjects,
      rename: renameProject,
      merge: mergeProjects,
      undoMerge,
      labels: projectLabels,
      names: projectNames,
      onlyOneNamed: onlyProjectNamed,
    }),
    sessions: bind(db, {
      ensure: ensureSession,
      find: findSession,
      countByHost,
      named: sessionNamed,
      promptCount,
      ofProject: sessionsOfProject,
      reopen: reopenSession,
      revive: reviveSession,
      setStartSource,
      setTitle,
      complete: completeSession,
      setParent,
      startedBefore,
      ancestors,
      interruptSilent: interruptSilentSessions,
      toReconcile: sessionsToReconcile,
      withTranscript: sessionsWithTranscript,
      list: listSessions,
      overview: sessionOverview,
      since: sessionsSince,
      counts: sessionCounts,
      countActive: activeSessions,
      markImported,
      completeImported,
      unfinishedImports,
      imports: importProgress,
      raisePromptCount,
      past: pastSessions,
      hostActivity,
    }),
    turns: bind(db, {
      find: findTurn,
      recordPrompt,
      recordPrivate: recordPrivateTurn,
      forgetPrivateSpan,
      unseePrompts,
      knowsPromptId,
      findPrompt: findPromptRow,
      forgetSinceStop,
      prompts: promptsOfSession,
      prompt: promptOfTurn,
      branch: branchOfTurn,
      open: openTurns,
      at: turnAt,
    }),
    events: bind(db, {
      append: appendEvent,
      learnBranch,
      completeStarted,
      isAbsorbed,
      matchesCallWithoutId,
      unsettledCall,
      sessionOfToolCall,
      subagentStops,
      ofJob: eventsOfJob,
      ofTurn: eventsOfTurn,
      ofSession: eventsOfSession,
      notesOfTurn,
      ofObservation: eventsOfObservation,
      dropOldPayloads,
      callsOfSession,
      spansOfSession,
      evidenceOfTurn,
    }),
    changes: bind(db, { version: dataVersion, state: stateOf, lastIds, events: eventsSince }),
    transcripts: bind(db, { loadCursor, saveCursor, claimRecord, ownerOf }),
    injections: bind(db, {
      record: recordInjection,
      ofSession: injectionsOf,
      lastOfProject: lastInjectionOfProject,
      of: shownOf,
      byDay: toldByDay,
      missed: missedSearches,
    }),
    jobs: bind(db, {
      enqueue,
      reachBack,
      makeReadyIfOver: makeReadyIfOver,
      recover: recoverJobs,
      abortSession,
      runAllNow,
      claim: claimJob,
      claimImported,
      claimableByImport,
      nextDue,
      release: releaseJob,
      fail: failJob,
      retryFailed,
      failed: failedJobs,
      nextToRecompress,
      keepAsIs,
      requestRecompress,
      outdatedTurns,
      outdatedOf,
      claimOutdated,
      keepOutdated,
      summedUpBy,
      isCheckpoint,
      endsItsTurn,
      summedUpTo,
      state: queueState,
      oldestWaiting,
      imported: importedJobs,
      waitingSize,
      releaseToModel,
    }),
    usage: bind(db, { record: recordCall, since: spentSince, byDay: spentByDay, lastCalls, lastError: lastModelError }),
    notices: bind(db, { put: putNotice, clear: clearNotice, read: readNotices }),
    unreadable: bind(db, { keep: keepUnreadable, clear: clearUnreadable, count: countUnreadable }),
    memories: {
      ...createMemoryReader(db),
      ...bind(db, {
        commitJob,
        commitTurn,
        titlesOfSession,
        turnsBefore,
        titleOfTurn,
        uncommitted: uncommittedFindings,
        previousSummary,
        insert: insertObservation,
        list: listMemories,
        listByIds,
        listSince,
        supersededBy,
        files: listFiles,
        busiestFiles,
        mainFiles,
        relatedTo,
        editedAt,
        activity,
        near,
        turnsByDay,
        findingsByProject,
        before: memoriesBefore,
        lastWork,
        openEnds,
        worth,
        editObservation,
        editSummary,
        pin: pinMemory,
        supersede,
        hide: hideMemory,
        bringBack,
        counts: countAll,
        learnedSince,
        countByType,
        countByDay,
        stats: readStats,
      }),
    },
    hostMemoryFiles: bind(db, {
      places: placesOfHost,
      known: knownMemoryFiles,
      put: putMemoryFile,
      drop: dropMemoryFile,
    }),
    profile: bind(db, { read: readProfile, commands: profileCommands }),
    rules: bind(db, {
      add: addRule,
      change: changeRule,
      switchOn: switchRuleOn,
      find: findRule,
      is: isRule,
      list: listRules,
    }),
    team: bind(db, {
      projects: sharedProjects,
      share: shareProject,
      unshare: unshareProject,
      leave: leaveTeam,
      updateRoles,
      setSince,
      offerAgain,
      nextToSend,
      wouldSend,
      settle,
      drop: dropFromOutbox,
      outbox: outboxState,
      apply: applyPulled,
      shared: sharedMemory,
      localId: localIdOf,
      setPrivate,
      forgetOnServer,
      authors,
      ofColleagues,
      state: readSyncState,
      setState: writeSyncState,
    }),
    forgetting: bind(db, {
      forget,
      due: dueToForget,
      reach: reachOf,
      later: forgetLater,
      undo: undoForget,
      delayed: delayedForgets,
      hidden: hiddenMemories,
      wipeFreed,
      find: findContaining,
      examples: forgetExamples,
      hostFiles: hostFilesOf,
      isForgotten,
      isForgottenSession,
      redact: redactStore,
      countRedactable,
      forgetEverywhere,
    }),
    copies: bind(db, { backUp, areBehind: copiesAreBehind, catchUp: cleanCopiesOneByOne, writeHighWater }),
    integrity: bind(db, { check: checkIntegrity, checkThoroughly, lastChecked, noteChecked }),
    rows: bind(db, {
      export: exportRows,
      state: storeState,
      count: countRows,
      createImport: createRowImport,
      readable: readableMemories,
    }),
    search: { ...createSearchStore(db), ...bind(db, { beginMerge, mergeOn }) },
    vectors: createVectorStore(db),
    /** Runs `work` in one transaction that takes the write lock immediately; inside another one, as a part of it. */
    transact: <T>(work: () => T): T => transact(db, work),
    /** The database file. */
    file: db.name,
    close: () => void db.close(),
  };
}

export interface Store extends ReturnType<typeof storeOn> {}
