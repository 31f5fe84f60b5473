package mistakes

import (
	"regexp"
	"strings"
)

// apiCalls matches functions whose signatures are strict enough to notice a
// missing argument.
const apiCalls = `move_to|change|damage|enter_phase|roll_die|emit|modify|count|top|reveal|set_die_value|has_room`

// luaSorts lists mistakes in scripts.
var luaSorts = []sort{
	{"a function of the API is misspelt", code(`^(.*\b)(move_to|change|damage|enter_phase|roll_dice|roll_die|emit|modify|count|reveal|draw|random|shuffle)(\(.*)$`, swap), false},
	{"a variable is misspelt", code(`^(.*\bvars\.)([a-z_]{3,})(.*)$`, swap), false},
	{"a variable is misspelt where it is set", code(`^(\s*vars\.)([a-z_]{3,})( = .*)$`, swap), false},
	{"a parameter of the game is misspelt", code(`^(.*\bgame\.)([a-z_]{3,})(.*)$`, swap), false},
	{"a parameter of the item is misspelt", code(`^(.*\bself\.)([a-z_]{3,})(.*)$`, swap), false},
	{"a field of an entity is misspelt", code(`^(.*\b(?:die|card|enemy|item|joker|target)\.)(value|kind|index|zone|face_up|hp|name|sides|temporary)\b(.*)$`, swap), false},
	{"a hook is misspelt", code(`^(  )(use|start|do_[a-z_]+|on_[a-z_]+|modify_[a-z_]+|enter_[a-z_]+)( = function.*)$`, swap), false},
	{"an event is misspelt", code(`^(.*\bemit\(")([a-z_]{3,})(".*)$`, swap), false},
	{"a value is misspelt", code(`^(.*\bmodify\(")([a-z_]{3,})(".*)$`, swap), false},
	{"a phase is misspelt", code(`^(.*\benter_phase\(")([a-z_]{3,})(".*)$`, swap), false},
	{"a zone is misspelt", code(`^(.*\b(?:count|top|each|has_room|matching|shuffle|roll_dice)\(")([a-z_]{3,})(".*)$`, swap), false},
	{"a zone to move to is misspelt", code(`^(.*\bmove_to\([a-z_]+, ")([a-z_]{3,})(".*)$`, swap), false},
	{"a variable in quotes is misspelt", code(`^(.*\bchange\(vars, ")([a-z_]{3,})(".*)$`, swap), false},
	{"a module is misspelt", code(`^(.*\brequire\(")([a-z_]{3,})("\).*)$`, swap), false},
	{"a function of a module is misspelt", code(`^(\s+.*\b(?:hero|road|combat|gear|pit|hands|deck|board|run|mana|turn)\.)([a-z_]{4,})(\(.*)$`, swap), false},
	{"a function of Lua's library is misspelt", code(`^(.*\b(?:math|table|string)\.)([a-z]{3,})(\(.*)$`, swap), false},
	{"a local variable is misspelt", locals, false},
	{"a parameter of a function is misspelt", code(`^(.*\()(die|card|enemy|amount|item|joker)(\)?,? ?.*\bthen)$`, swap), false},
	{"local is missing", code(`^(\s+)(local )([a-z_]+ = .*)$`, func(m []string) (string, string) { return m[1] + m[3], "local" }), false},
	{"state is kept between calls", kept, false},
	{"end is missing", code(`^(  )(end,?)()$`, func(m []string) (string, string) { return m[1], "end" }).orBelow(400), false},
	{"there is one end too many", code(`^(    )(end)()$`, func(m []string) (string, string) { return m[1] + m[2] + " end", "end" }).orBelow(400), false},
	{"then is missing", code(`^(\s*if .*)( then)()$`, func(m []string) (string, string) { return m[1], "then" }).orBelow(1), false},
	{"do is missing", code(`^(\s*for .*)( do)()$`, func(m []string) (string, string) { return m[1], "do" }).orBelow(1), false},
	{"else if instead of elseif", code(`^(\s*)(elseif)( .*)$`, func(m []string) (string, string) { return m[1] + "else if" + m[3], "elseif" }).orBelow(400), false},
	{"= instead of ==", code(`^(\s*(?:if|elseif|return) .*)(==)(.*)$`, func(m []string) (string, string) { return m[1] + "=" + m[3], "==" }).orBelow(1), false},
	{"!= instead of ~=", code(`^(.*)(~=)(.*)$`, func(m []string) (string, string) { return m[1] + "!=" + m[3], "~=" }), false},
	{"&& instead of and", code(`^((?:[^"-]|-[^-])*)( and )(.*)$`, func(m []string) (string, string) { return m[1] + " && " + m[3], "and" }), false},
	{"|| instead of or", code(`^((?:[^"-]|-[^-])*)( or )(.*)$`, func(m []string) (string, string) { return m[1] + " || " + m[3], "or" }), false},
	{"! instead of not", code(`^((?:[^"-]|-[^-])*)( not )(.*)$`, func(m []string) (string, string) { return m[1] + " !" + m[3], "not" }), false},
	{"+= instead of an addition", code(`^(\s*)(change\(vars, "([a-z_]+)", ([a-z0-9]+)\))()$`, func(m []string) (string, string) { return m[1] + "vars." + m[3] + " += " + m[4], "change" }), false},
	{"null instead of nil", code(`^(.*\b)(nil)(\b.*)$`, func(m []string) (string, string) { return m[1] + "null" + m[3], "nil" }), false},
	{"// begins a comment", code(`^()(--)( .*)$`, func(m []string) (string, string) { return "//" + m[3], "--" }), false},
	{"a quote is not closed", code(`^(.*\("[a-z_]+)(")([,)].*)$`, func(m []string) (string, string) { return m[1] + m[3], "quote" }), false},
	{"a bracket is not closed", code(`^(\s+[a-z_]+\([^()]*)(\))()$`, func(m []string) (string, string) { return m[1], ")" }).orBelow(2), false},
	{"a comma between functions is missing", func(g *garden) []mistake {
		return followed(code(`^(  end)(,)()$`, func(m []string) (string, string) { return m[1], "comma" }).orBelow(3)(g), g)
	}, false},
	{"a colon instead of = in a table", code(`^(  [a-z_]+)( =)( function.*)$`, func(m []string) (string, string) { return m[1] + ":" + m[3], "=" }).orBelow(1), false},
	{"return is missing", code(`^()(return )(\{.*)$`, func(m []string) (string, string) { return m[3], "return" }).orBelow(400), false},
	{"an argument is too many", code(`^(\s+(?:`+apiCalls+`)\()([^()]+)(\))$`, func(m []string) (string, string) { return m[1] + m[2] + ", nil, nil, nil, nil, nil" + m[3], "argument" }), false},
	{"all arguments are missing", code(`^(\s+(?:`+apiCalls+`)\()([^()]+)(\))$`, func(m []string) (string, string) { return m[1] + m[3], "needs" }), false},
	{"an argument has the wrong type", code(`^(\s+(?:move_to|reveal|roll_die|set_die_value|damage)\()([a-z_]+)([,)].*)$`, func(m []string) (string, string) { return m[1] + `"` + m[2] + `"` + m[3], "" }), true},
	{"a number is given as a text", code(`^(.*\bchange\([a-z_]+, "[a-z_]+", )(-?[0-9]+)(\).*)$`, func(m []string) (string, string) { return m[1] + `"` + m[2] + `"` + m[3], "number" }), false},
	{"a number instead of a name", code(`^(.*\b(?:enter_phase|count|top|each|has_room|emit)\()("[a-z_]+")(.*)$`, func(m []string) (string, string) { return m[1] + "1" + m[3], "" }), true},
	{"a method is called with a colon", code(`^(\s+)([a-z]+)\.([a-z_]+\(.*)$`, func(m []string) (string, string) { return m[1] + m[2] + ":" + m[3], "." }), false},
	{"math.random is used", code(`^(.*\b)(random\("[a-z_]+", )(.*)$`, func(m []string) (string, string) { return m[1] + "math.random(" + m[3], "random" }), false},
	{"print is used", code(`^(\s+)(say\()(.*)$`, func(m []string) (string, string) { return m[1] + "print(" + m[3], "say" }), false},
	{"the clock is used", code(`^(\s+)(local [a-z_]+ = )(.*)$`, func(m []string) (string, string) { return m[1] + m[2] + "os.time()", "clock" }), false},
	{"self is not a parameter", code(`^(  [a-z_]+ = function\()(self)(, [a-z_]+\)|\))$`, func(m []string) (string, string) { return m[1] + strings.TrimPrefix(m[3], ", "), "self" }).orBelow(12), false},
}

func swap(m []string) (line, hint string) { return m[1] + misspelt(m[2]) + m[3], m[2] }

// code rewrites lines of scripts that are not comments.
func code(expression string, rewrite func([]string) (line, hint string)) rewriting {
	inner := lines(".lua", expression, rewrite)
	return func(g *garden) (out []mistake) {
		for _, m := range inner(g) {
			line := strings.Split(g.files[m.at.File], "\n")[m.at.Line-1]
			declares := strings.Contains(line, "local function") && strings.Contains(line, "function "+m.hint)
			if !declares && !strings.HasPrefix(strings.TrimSpace(line), "--") || strings.HasPrefix(expression, `^()(--)`) {
				out = append(out, m)
			}
		}
		return out
	}
}

// locals misspells a local variable where it is used.
func locals(g *garden) (out []mistake) {
	declared := regexp.MustCompile(`^\s+local ([a-z_]{4,}) = `)
	for _, file := range g.paths(".lua") {
		text := strings.Split(g.files[file], "\n")
		for i, line := range text {
			m := declared.FindStringSubmatch(line)
			if m == nil {
				continue
			}
			use := regexp.MustCompile(`\b` + m[1] + `\b`)
			for k := i + 1; k < len(text) && depth(text[k]) >= depth(line); k++ {
				if at := use.FindStringIndex(text[k]); at != nil && !strings.Contains(text[k][:at[0]], `"`) && !strings.HasSuffix(text[k][:at[0]], ".") {
					out = append(out, g.replaced(file, k+1, at[0], at[1], misspelt(m[1]), m[1]))
					break
				}
			}
		}
	}
	return out
}

// kept makes a script count calls in a local of the chunk.
func kept(g *garden) (out []mistake) {
	hook := regexp.MustCompile(`^  [a-z_]+ = function\(.*\)$`)
	for _, file := range g.paths(".lua") {
		text := strings.Split(g.files[file], "\n")
		for i, line := range text {
			if !hook.MatchString(line) {
				continue
			}
			m := g.replaced(file, i+1, 0, len(line), line+"\n    uses = uses + 1", "variable")
			m.files[file] = "local uses = 0\n" + m.files[file]
			m.at.Line = i + 3
			out = append(out, m)
		}
	}
	return out
}

// followed drops the mistakes in lines that are not followed by a function, where
// the missing text is not needed.
func followed(all []mistake, g *garden) []mistake {
	var out []mistake
	for _, m := range all {
		rest := strings.Split(g.files[m.at.File], "\n")[m.at.Line:]
		for len(rest) > 0 && (strings.TrimSpace(rest[0]) == "" || strings.HasPrefix(strings.TrimSpace(rest[0]), "--")) {
			rest = rest[1:]
		}
		if len(rest) > 0 && strings.TrimSpace(rest[0]) != "}" {
			out = append(out, m)
		}
	}
	return out
}
